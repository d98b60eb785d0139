import path from 'node:path';
import type { Browser, BrowserContextOptions, Page, PageScreenshotOptions } from 'playwright';
import sharp from 'sharp';
import { sampleApplications } from '../../src/applications/rules/testing/sample-application.ts';
import { pdfOf } from '../../src/applications/uploads/checks/testing/build-pdf.ts';
import { root } from '../../src/build/paths.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { DEMO_FORM, TEST_ANSWER, TEST_SETTINGS } from '../support/form-client.ts';
import { install } from '../support/install.ts';
import { launchChromium } from '../support/tools.ts';

/** Replace the fonts that the styles name, which differ between machines. */
const FONTS = { display: 'Noto Serif CJK SC', body: 'Noto Sans CJK SC' };
const FONT_PACKAGE = 'fonts-noto-cjk';
const FONT_STYLE = `* { --display: "${FONTS.display}" !important; --body: "${FONTS.body}" !important; }`;

const DESCRIPTION = `Green Fields breeds vegetable seeds for hill farms and runs the cold chain that takes their harvest to eleven cities. Our customers are 214 village cooperatives in Zhejiang and Anhui.

The investment would pay for two more sorting halls and forty refrigerated trucks.`;
const VALUES = { ...sampleApplications.en, companyDescription: DESCRIPTION, captcha: TEST_ANSWER };

const pdf = (name: string, bytes: number) => ({ name, mimeType: 'application/pdf', buffer: pdfOf(bytes) });
const UPLOADED = pdf('Business licence.pdf', 210_000);
/** Its first chunk of 256 KB ends at `PROGRESS`. */
const UPLOADING = pdf('Project description.pdf', 436_000);
const PROGRESS = '60%';
/** Height of the part of the previous field that would be visible. */
const PREVIOUS_FIELD_PX = 64;

type Picture = {
  name: string;
  view: BrowserContextOptions;
  screenshot?: PageScreenshotOptions;
  /** `base`: origin of the site. */
  show: (page: Page, base: string) => Promise<void>;
};

const home = {
  view: { viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1.5 },
  // Includes the figures below the banner, which is as high as the window.
  screenshot: { fullPage: true, clip: { x: 0, y: 0, width: 1280, height: 870 } },
};

const pictures: Picture[] = [
  { ...home, name: 'home', show: (page, base) => open(page, `${base}/en`) },
  { ...home, name: 'home.zh-CN', show: (page, base) => open(page, base) },
  {
    name: 'form',
    view: { viewport: { width: 820, height: 1100 }, deviceScaleFactor: 1.5 },
    show: showUpload,
  },
  {
    name: 'phone',
    view: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true },
    show: (page, base) => open(page, `${base}/about-us/milestones`),
  },
];

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.addStyleTag({ content: FONT_STYLE });
}

/** Uploads files to a draft with a solved captcha, because the image of an unsolved one is random. */
async function showUpload(page: Page, base: string): Promise<void> {
  await open(page, base + DEMO_FORM);
  for (const [name, value] of Object.entries(VALUES))
    if (name === 'developmentStage') await page.selectOption(`#${name}`, value);
    else await page.fill(`#${name}`, value);
  await page.click('#_submit');
  await page.locator('#_problems').waitFor();
  await open(page, base + DEMO_FORM);
  await page.setInputFiles('#declareFile', UPLOADED);
  await page.locator('#_files .file-name').waitFor();
  await holdSecondChunk(page);
  await page.setInputFiles('#declareFile', UPLOADING);
  await page.locator('.upload-text', { hasText: PROGRESS }).waitFor();
  await page.locator('#companyDescription-field').evaluate((field, hidden) => {
    field.scrollIntoView();
    window.scrollBy(0, hidden);
  }, PREVIOUS_FIELD_PX);
}

/** Stops an upload in the middle for as long as the page is open. */
async function holdSecondChunk(page: Page): Promise<void> {
  let chunks = 0;
  await page.route('**/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') chunks += 1;
    if (chunks < 2) await route.continue();
  });
}

async function hasFonts(browser: Browser): Promise<boolean> {
  await using page = await browser.newPage();
  const load = (fonts: string[]) =>
    Promise.all(fonts.map((font) => new FontFace(font, `local("${font}")`).load())).then(
      () => true,
      () => false,
    );
  return await page.evaluate(load, Object.values(FONTS));
}

async function launchWithFonts(): Promise<Browser> {
  const browser = await launchChromium();
  if (await hasFonts(browser)) return browser;
  await browser.close();
  const second = install([FONT_PACKAGE]) ? await launchChromium() : undefined;
  if (second && (await hasFonts(second))) return second;
  await second?.close();
  throw new Error(`Fonts are missing: ${Object.values(FONTS).join(', ')}. Install ${FONT_PACKAGE}.`);
}

export const fileOf = (name: string): string => path.join(root, '.github', `${name}.webp`);

/** Takes the pictures of the README from the built site with its demo content. Returns PNGs by name. */
export async function takePictures(): Promise<Map<string, Buffer>> {
  await using site = await startDemoSite({ environment: TEST_SETTINGS });
  await using browser = await launchWithFonts();
  const taken = new Map<string, Buffer>();
  for (const { name, view, screenshot, show } of pictures) {
    await using context = await browser.newContext({ ...view, reducedMotion: 'reduce', bypassCSP: true });
    const page = await context.newPage();
    await show(page, site.base);
    taken.set(name, await page.screenshot(screenshot));
  }
  return taken;
}

if (import.meta.main)
  for (const [name, png] of await takePictures()) {
    const { size } = await sharp(png).webp({ effort: 6 }).toFile(fileOf(name));
    console.log(`${path.relative(root, fileOf(name))}: ${Math.ceil(size / 1024)} KB`);
  }
