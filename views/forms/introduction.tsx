import { Heading, type Level } from '../components/heading.tsx';

export type WindowWords = { title?: string; description?: string };

/** The words of the switch: what can be applied for, and how. */
export const Introduction = ({ title, description, level }: WindowWords & { level: Level }) => (
  <>
    {title && (
      <Heading level={level} className="common-title">
        {title}
      </Heading>
    )}
    {description && <p className="section-lead">{description}</p>}
  </>
);
