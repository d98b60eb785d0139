/** Replaces an empty list. */
export const Empty = ({ text }: { text: string }) => <p className="empty">{text}</p>;
