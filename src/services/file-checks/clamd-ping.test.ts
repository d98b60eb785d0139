import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../store/testing/index.ts';
import { askClamd } from './clamd-ping.ts';

/** A daemon at a Unix socket that does what it is told with what it reads. */
async function daemon(answer: (command: string, socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => answer(bytes.toString(), socket));
  });
  const file = path.join(await temporaryFolder(), 'clamd.sock');
  await new Promise<void>((resolve) => server.listen(file, resolve));
  onTestFinished(() => void server.close());
  return `unix:${file}`;
}

describe('a ClamAV daemon', () => {
  it('is asked in its own words, and heard to the end of its answer', async () => {
    const url = await daemon((command, socket) => {
      socket.write(command === 'zVERSION\0' ? 'ClamAV 1.' : 'what?\0');
      socket.write('4.2/27800\0');
    });
    expect(await askClamd(url, 'VERSION')).toBe('ClamAV 1.4.2/27800');
  });

  it('that closes early has not answered', async () => {
    const url = await daemon((_command, socket) => socket.end('PON'));
    await expect(askClamd(url, 'PING')).rejects.toThrow('closed without an answer');
  });

  it('that says nothing is not waited for', async () => {
    const url = await daemon(() => undefined);
    await expect(askClamd(url, 'PING', 20)).rejects.toThrow('no answer in 20 ms');
  });

  it('that never stops talking is not listened to', async () => {
    const url = await daemon((_command, socket) => void socket.write('x'.repeat(5000)));
    await expect(askClamd(url, 'PING')).rejects.toThrow('without an end');
  });

  it('that is not there is said to be so', async () => {
    await expect(askClamd('tcp://127.0.0.1:1', 'PING')).rejects.toThrow('ECONNREFUSED');
  });
});
