import { LANGUAGE_PATHS } from '../../src/content/site-paths.ts';
import { type Language, languageFacts } from '../../src/i18n/languages.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { CaptchaModel } from './application-form.model.ts';
import { controlAria, FieldLayout, fieldId } from './field.tsx';

type Props = {
  captcha: CaptchaModel;
  hasFocus: boolean;
  problem?: string;
  texts: Texts;
  language: Language;
};

const NAME = 'captcha';

/** A solved captcha has no input, but its text is still a target for links. */
export function CaptchaField({ captcha, hasFocus, problem, texts, language }: Props) {
  if (captcha.isSolved) {
    return (
      <div className="field" id={fieldId(NAME)}>
        <p className="label">{texts.captcha}</p>
        <p className="captcha-solved" id={NAME} tabIndex={-1}>
          {texts.captchaSolved}
        </p>
      </div>
    );
  }
  return (
    <FieldLayout
      name={NAME}
      label={texts.captcha}
      hint={texts.captchaHint}
      problem={problem}
      texts={texts}
      before={<Code captcha={captcha} texts={texts} language={language} />}
    >
      <input
        id={NAME}
        name={NAME}
        className="code"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the applicant requested a new code to type here
        autoFocus={hasFocus}
        defaultValue={captcha.typed}
        {...controlAria(NAME, texts.captchaHint, problem)}
      />
    </FieldLayout>
  );
}

type CodeProps = { captcha: Extract<CaptchaModel, { isSolved: false }>; texts: Texts; language: Language };

/** The URLs contain the sealed code, so that they work without a cookie. */
function Code({ captcha, texts, language }: CodeProps) {
  const query = `?code=${captcha.sealed}`;
  const audio = languageFacts[language].prefix + LANGUAGE_PATHS.captchaAudio + query;
  return (
    <div className="captcha">
      <input type="hidden" name="sealedCode" value={captcha.sealed} />
      <img
        src={LANGUAGE_PATHS.captchaImage + query}
        alt={texts.captchaPicture}
        width="220"
        height="80"
        loading="lazy"
        decoding="async"
      />
      <div className="captcha-sound">
        <p id="_captcha-listen">{texts.captchaListen}</p>
        {/* biome-ignore lint/a11y/useMediaCaption: a caption would reveal the code */}
        <audio controls preload="none" src={audio} aria-labelledby="_captcha-listen">
          <a href={audio}>{texts.captchaListen}</a>
        </audio>
      </div>
      <button className="button button-quiet" type="submit" name="action" value="new-code" id="_new-code">
        {texts.newCode}
      </button>
    </div>
  );
}
