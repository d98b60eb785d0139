import { describe, expect, it } from 'vitest';
import { MAX_PHONE_DIGITS, MIN_PHONE_DIGITS } from '../../../src/form/rules/limits.ts';
import { formSiteForFile, saidOf, visitorForFile } from './form-site.ts';

const site = formSiteForFile();
const client = visitorForFile(site);

const GOOD = [
  '123456',
  '12345678901234567890',
  '010-8888 6666',
  '+86 138 0013 8000',
  '(0571) 8888-6666',
  '+86 (571) 8888 6666',
  '8888 6666 ext. 12',
  '8888 6666 ext 12',
  '88886666x12',
  '88886666转12',
  '88886666 分机 12',
  '88886666#12',
  '+44 20 7946 0000 extension 7',
  '１２３４５６',
  '＋８６（５７１）８８８８－６６６６',
  ' 88886666 ',
  '8888–6666',
  '- 1 2 3 4 5 6 -',
];

const NONE = [
  'abcdef',
  '8888666O',
  '888866 or 888877',
  '88886666/88886667',
  '8888_6666',
  'ext. 12',
  '88886666 ext.',
];

describe('telephone number', () => {
  it.each(GOOD)('accepts %s', async (typed) => {
    expect(await saidOf(client(), 'contactPhone', typed)).toEqual([]);
  });

  it.each(NONE)('refuses %s', async (typed) => {
    const [said, ...more] = await saidOf(client(), 'contactPhone', typed);
    expect(said).toMatch(/^Enter a phone number, for example /u);
    expect(more).toEqual([]);
  });

  it.each(['12345', '+1 23-45', '(1) 2 3', '12345 ext. 67'])(
    'needs six digits or more: %s',
    async (typed) => {
      expect(await saidOf(client(), 'contactPhone', typed)).toEqual([
        `Enter the whole phone number, with at least ${MIN_PHONE_DIGITS} digits`,
      ]);
    },
  );

  it.each(['123456789012345678901', '+12 345 678 901 234 567 890 1', '1'.repeat(60)])(
    'needs twenty digits or fewer: %s',
    async (typed) => {
      expect(await saidOf(client(), 'contactPhone', typed)).toEqual([
        `Enter one phone number only, with no more than ${MAX_PHONE_DIGITS} digits`,
      ]);
    },
  );
});
