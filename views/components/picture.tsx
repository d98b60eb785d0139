type Props = {
  src?: string;
  /** Empty where the words beside the picture say the same. */
  alt?: string;
  className?: string;
  /** The first picture of a page is fetched at once, all others when they come near. */
  isFirst?: boolean;
};

/** A picture in a frame whose shape the stylesheet keeps, so that nothing moves when it arrives. */
export function Picture({ src, alt = '', className = '', isFirst = false }: Props) {
  if (!src) return null;
  return (
    <span className={`picture ${className}`.trim()}>
      <img
        src={src}
        alt={alt}
        decoding="async"
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      />
    </span>
  );
}
