import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { metricIncreases, metricsOf } from '../../support/metrics.ts';
import { MULTIPART } from '../../support/multipart.ts';
import { arrive, begin, byHtmx, FORM, formSiteForFile, goodAnswers, pdf } from './form-site.ts';

const site = formSiteForFile();
const risen = (beginning: string, act: () => Promise<unknown>) => metricIncreases(site(), beginning, act);

describe('form metrics', () => {
  it('counts a POST for each field with an error', async () => {
    const client = await arrive(site());
    const act = () =>
      client.post({ fields: { ...goodAnswers, contactEmail: 'x', industry: '' }, files: [pdf()] });
    expect(await risen('plinth_form_field_errors_total', act)).toEqual({
      '{field="contactEmail",when="sent"}': 1,
      '{field="industry",when="sent"}': 1,
    });
  });

  it('counts field checks separately', async () => {
    const client = await begin(site());
    const act = () => byHtmx(client, { fields: { contactPhone: '1' }, check: 'contactPhone' });
    expect(await risen('plinth_form_field_errors_total', act)).toEqual({
      '{field="contactPhone",when="left"}': 1,
    });
  });
});

describe('upload metrics', () => {
  it('counts files when they start and when they are stored', async () => {
    const client = await arrive(site());
    const files = [pdf('good.pdf'), { name: 'bad.exe', content: Buffer.from('MZ') }];
    const act = () => client.post({ files, button: { action: 'upload' } });
    expect(await risen('plinth_uploads_total', act)).toEqual({ '{event="begun"}': 2, '{event="kept"}': 1 });
  });

  it('counts interrupted files', async () => {
    const client = await arrive(site());
    const cookie = client.cookie();
    const [, boundary = ''] = /boundary=(.*)$/u.exec(MULTIPART) ?? [];
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="declareFile"; filename="a.pdf"\r\n\r\n%PDF-`;
    const act = async () => {
      const socket = connect(site().port, '127.0.0.1');
      socket.write(
        `POST ${FORM} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: ${MULTIPART}\r\nContent-Length: 9999\r\n\r\n${part}`,
        () => socket.destroySoon(),
      );
      const cuts = async () => (await metricsOf(site())).get('plinth_uploads_total{event="cut"}');
      await vi.waitFor(async () => expect(await cuts()).toBe(1), { timeout: 10_000 });
    };
    expect(await risen('plinth_uploads_total', act)).toEqual({ '{event="begun"}': 1, '{event="cut"}': 1 });
  });
});
