/** Message of an error and of its cause: `unreachable: /event/list (connect ECONNREFUSED 127.0.0.1:1)`. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause instanceof Error ? (thrown.cause.cause ?? thrown.cause) : undefined;
  const detail = cause instanceof Error ? cause.message : '';
  return thrown.message.includes(detail) ? thrown.message : `${thrown.message} (${detail})`;
}
