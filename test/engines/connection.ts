/** Result of a command. Its shape depends on the command. */
// biome-ignore lint/suspicious/noExplicitAny: the two protocols have hundreds of results.
type Result = any;
type Command = (method: string, params?: object) => Promise<Result>;

/** Opens a connection for the DevTools protocol or WebDriver BiDi, whose messages have the same frame. */
export async function openConnection(url: string): Promise<{ command: Command; close: () => void }> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<Result>>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message } = JSON.parse(data);
    const command = waiting.get(id);
    waiting.delete(id);
    if (error) command?.reject(new Error(message ?? error.message));
    else command?.resolve(result);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the engine has closed the connection'));
    waiting.clear();
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)));
  });
  return {
    command(method, params = {}) {
      const reply = Promise.withResolvers<Result>();
      if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('the engine has exited'));
      lastId += 1;
      waiting.set(lastId, reply);
      socket.send(JSON.stringify({ id: lastId, method, params }));
      return reply.promise;
    },
    close: () => socket.close(),
  };
}
