/** What stands where a list has nothing to show. */
export const Empty = ({ text }: { text: string }) => <p className="empty">{text}</p>;
