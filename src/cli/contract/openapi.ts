import path from 'node:path';
import project from '../../../package.json' with { type: 'json' };
import { createCache } from '../../content/backend/cache.ts';
import { type Client, MAX_RESPONSE_BYTES, paths, type Query } from '../../content/backend/client.ts';
import { createContent } from '../../content/backend/content.ts';
import { noCopies } from '../../content/backend/content-copies.ts';
import { LIST_LIMITS } from '../../content/backend/parsers.ts';
import { PAGE_SIZE } from '../../content/paging.ts';
import { MAX_CHARACTERS } from '../../content/text/parse-html.ts';
import { passThroughSanitizer } from '../../content-folder/check-file.ts';
import { createFolderClient } from '../../content-folder/client.ts';
import { languages } from '../../i18n/languages.ts';
import { failures } from '../../lib/failures.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '../../media/resize-picture.ts';
import { ARTICLES_PER_CALL } from '../../site/feeds/all-articles.ts';
import { contractCalls, readEverything } from '../doctor/backend-calls.ts';
import { buildDataSchema, buildSchemas, type Json, type RecordType, recordTypes } from './record-types.ts';

const DEMO_CONTENT = path.resolve(import.meta.dirname, '../../content-folder/demo');
const MEGABYTE = 1024 * 1024;

type RecordedCall = { query: Query; data: unknown };

/** Reads the demo content as the site does. Returns the first query and the first response with records of each path. */
async function recordCalls(): Promise<Map<string, RecordedCall>> {
  const calls = new Map<string, RecordedCall>();
  const folder = createFolderClient(DEMO_CONTENT);
  const client: Client = {
    async get(path, query, language) {
      const response = await folder.get(path, query, language);
      const call = calls.get(path) ?? { query, data: [] };
      const isEmpty =
        Object.keys((call.data as { list?: object }).list ?? (call.data as object)).length === 0;
      calls.set(path, isEmpty ? { ...call, data: response.data } : call);
      return response;
    },
  };
  const content = createContent({
    client,
    cache: createCache({ freshMs: Number.MAX_SAFE_INTEGER, staleMs: 0, onStale: () => undefined }),
    copies: noCopies,
    report: () => undefined,
    sanitizerFor: () => passThroughSanitizer,
    timeoutMs: 60_000,
  });
  await readEverything(content, 'en');
  return calls;
}

/** Parameters by name, or by path and name. The feeds and the sitemap ask for larger pages of articles. */
const PARAMETERS: Record<string, Json> = {
  code: { schema: { const: 'group' } },
  componentCode: {
    description: 'intro, or the code of a menu item as the menu has it',
    schema: { type: 'string' },
  },
  [`${paths.declare} componentCode`]: { schema: { const: 'declare' } },
  columnCode: { description: 'The code of a menu item as the menu has it', schema: { type: 'string' } },
  keyword: { description: 'Text to find', schema: { type: 'string' } },
  id: { description: 'The id of an article as lists have it', schema: { type: 'string' } },
  pageNo: { description: 'Number of the page', schema: { type: 'integer', minimum: 1 } },
  [`${paths.articles} pageSize`]: { schema: { type: 'integer', enum: [PAGE_SIZE, ARTICLES_PER_CALL] } },
};

const buildParameters = (path: string, query: Query): Json[] =>
  Object.entries(query).map(([name, example]) => {
    const constant = { schema: { type: 'integer', enum: [example] } };
    const described = PARAMETERS[`${path} ${name}`] ?? PARAMETERS[name] ?? constant;
    return { name, in: 'query', required: true, example, ...described };
  });

const envelope = (data: unknown) => ({ code: 0, data, msg: '' });

function buildOperation(path: string, type: RecordType, { query, data }: RecordedCall): Json {
  const shape = { list: `${type.name}[]`, page: `Page<${type.name}>` };
  const schema = {
    type: 'object',
    required: ['code', 'data'],
    properties: { code: { const: 0 }, data: buildDataSchema(type), msg: { type: ['string', 'null'] } },
  };
  const none = { summary: 'No texts: the page of the menu item shows its articles', value: envelope([]) };
  const examples = { demo: { value: envelope(data) }, ...(path === paths.common ? { none } : {}) };
  return {
    summary: type.shape ? shape[type.shape] : type.name,
    description: `Until it has succeeded, ${contractCalls[path]?.failure}. Later failures are covered by the site's copy.`,
    parameters: [{ $ref: '#/components/parameters/language' }, ...buildParameters(path, query)],
    responses: {
      200: { description: 'Success', content: { 'application/json': { schema, examples } } },
      default: { $ref: '#/components/responses/failure' },
    },
  };
}

const INTRODUCTION = [
  'The site reads all content by these GET requests and does not follow redirects.',
  `A response has at most ${MAX_RESPONSE_BYTES / MEGABYTE} MB, a list ${LIST_LIMITS.records} records, an HTML text ${MAX_CHARACTERS} characters; an image ${MAX_IMAGE_BYTES / MEGABYTE} MB and ${MAX_IMAGE_PIXELS / 1e6} megapixels.`,
  'A record without a required field, or with null or "" in it, is left out of its list. Unknown fields are ignored. An optional field that is invalid, null or "" is not shown.',
  'A date is an ISO 8601 string or a number of milliseconds since 1970. Without a zone it is shown as written, otherwise in Asia/Shanghai.',
  'A URL of a file is absolute, or begins with / and belongs to the backend. HTML is sanitised.',
  'Lists of articles are shown in the order of the response, newest first. Events, reports and honours are sorted by the site, menu items and home components by sort.',
].join('\n\n');

const FAILURE =
  'Any HTTP status but 200 to 299, and any code but 0: the site serves its copy, otherwise an error page with this code as status. Only the codes 404 and 410 of an article, or data null, mean that the article does not exist.';

/** Builds the contract of the content backend as an OpenAPI 3.1 document. The demo content is its example of a complete site. */
export async function buildContract(): Promise<Json> {
  const calls = await recordCalls();
  const operations = Object.entries(recordTypes).map(([path, type]) => {
    const call = calls.get(path) ?? { query: {}, data: [] };
    return [path, { get: buildOperation(path, type, call) }];
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Content backend of Plinth', version: project.version, description: INTRODUCTION },
    paths: Object.fromEntries(operations),
    components: {
      schemas: buildSchemas(),
      parameters: {
        language: { name: 'Accept-Language', in: 'header', required: true, schema: { enum: languages } },
      },
      responses: {
        failure: {
          description: FAILURE,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { code: { type: 'integer' }, msg: { type: ['string', 'null'] } },
              },
              example: { code: failures.tooMany.status, data: null, msg: 'too many requests' },
            },
          },
        },
      },
    },
  };
}
