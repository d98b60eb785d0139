import type { ServerResponse } from 'node:http';

/**
 * Has an answer ended without a callback among what it is ended with: `@tus/server` ends those without a body so, and express-session
 * takes the callback for bytes, which cuts the line once the answer is out. The callback is called when the answer is closed.
 */
export function endPlainly(response: ServerResponse): void {
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  response.end = (...given: unknown[]) => {
    const [first] = given;
    if (typeof first !== 'function') return end(...given);
    response.once('close', () => first());
    return end();
  };
}
