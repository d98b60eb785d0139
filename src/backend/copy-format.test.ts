import { describe, expect, it } from 'vitest';
import { readCopy, writeCopy } from './copy-format.ts';

const copy = { body: Buffer.from('{"code":0,"data":"远山\n\n"}'), storedAt: 1_795_000_000_123 };
const file = writeCopy(copy);

describe('a copy', () => {
  it.each([copy, { ...copy, body: Buffer.alloc(0) }])('is read as it was written', (one) => {
    expect(readCopy(writeCopy(one))).toEqual(one);
  });

  it('is refused wherever it is cut', () => {
    for (let length = 0; length < file.length; length += 1) {
      expect(() => readCopy(file.subarray(0, length))).toThrow();
    }
  });

  it('is refused wherever a bit of it is turned', () => {
    for (let at = 0; at < file.length; at += 1) {
      const spoilt = Buffer.from(file);
      spoilt[at] = (spoilt[at] ?? 0) ^ 1;
      expect(() => readCopy(spoilt)).toThrow();
    }
  });

  it('of another format is refused by name', () => {
    const other = Buffer.from(
      file.toString('latin1').replace('plinth-answer 1', 'plinth-answer 2'),
      'latin1',
    );
    expect(() => readCopy(other)).toThrow('another format: plinth-answer 2');
  });
});
