import path from 'node:path';
import { createCaptchaMedia } from '../../captcha/captcha-media.ts';
import { createKeyedRandom } from '../../captcha/random.ts';
import { languages } from '../../i18n/languages.ts';
import { type Finding, fault, ok } from './finding.ts';

const PNG = Buffer.from('\x89PNG', 'latin1');
const WAV = Buffer.from('RIFF');

export async function checkCaptcha(distDir: string): Promise<Finding> {
  const captcha = createCaptchaMedia(path.join(distDir, 'captcha-samples'));
  const code = captcha.newCode();
  const random = createKeyedRandom(code);
  const picture = await captcha.image(code, random);
  const sounds = languages.map((language) => captcha.audio(code, language, random));
  const isWhole =
    picture.subarray(0, PNG.length).equals(PNG) &&
    sounds.every((sound) => sound.subarray(0, WAV.length).equals(WAV));
  const said = `a picture of ${picture.length} bytes, sounds of ${sounds.map(({ length }) => length).join(' and ')}`;
  return isWhole ? ok('captcha', said) : fault('captcha', `${said}, which are none`);
}
