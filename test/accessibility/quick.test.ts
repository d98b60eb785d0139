import { expect, inject } from 'vitest';
import { withContext } from '../support/browser.ts';
import { itEach } from '../support/matrix.ts';
import { addressOf, pageKinds } from '../support/page-kinds.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { audit } from './audit.ts';
import { quickChecks } from './checks/index.ts';

const kinds = pageKinds.filter(({ language }) => language === 'en');

itEach(kinds, ({ name }) => ['home', 'application'].includes(name))(
  'axe, keyboard and reflow find no failure on $label',
  (kind) =>
    withContext({}, async (context) => {
      const browser = context.browser();
      if (!browser) throw new Error('the context has no browser');
      await using folder = await temporaryFolder('quick');
      const entry = { ...kind, id: 'page', kind: kind.name, url: addressOf(inject('sites'), kind) };
      const { pages, problems } = await audit([entry], { browser, checks: quickChecks, folder: folder.path });
      expect(problems).toEqual([]);
      expect(pages[0]?.checks).toEqual(quickChecks.map(({ id }) => id));
      expect(pages[0]?.found).toEqual([]);
    }),
);
