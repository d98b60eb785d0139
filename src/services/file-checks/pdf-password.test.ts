import { describe, expect, it } from 'vitest';
import { PAGE_BYTES } from './limits.ts';
import { buildEncryptedPdf, buildPdf } from './test-support/build-pdf.ts';
import { verdict } from './test-support/stored-file.ts';

/** These and those of `made` are as qpdf wrote them: `opens` with the empty user password, the others with "u". */
const open = {
  what: 'RC4, 40 bits',
  opens: true,
  rule: '/V 1 /R 2 /Length 40',
  o: 'c92422687facee686e373f10b5c7d04738053152f7e2ee30e11c69ec442576ab',
  u: '1b06d64f5bb51acca8c7ddf6a105e973e5353f2e5399ecc1b85c84ef04e7ff59',
  id: '646a8dc6ccd9e55553d06d98b8ffc726',
};

const locked = {
  what: 'RC4, 40 bits',
  opens: false,
  rule: '/V 1 /R 2 /Length 40',
  o: '94b3d3786f9711a34b5371081cc22b4e1e051fe4915ab88e4e3fccbbde124cb8',
  u: '5d827be32dc1bb864d03d9a177ef5b195c2002ec3e46e795ecb2517b744a85eb',
  id: '9a077953c2318c8d37d55eb779376f8d',
};

const made = [
  open,
  locked,
  {
    what: 'RC4, 128 bits',
    opens: true,
    rule: '/V 2 /R 3 /Length 128',
    o: '566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5',
    u: '56388fcf618fd0b9cd66c145d7f0bf8d0122456a91bae5134273a6db134c87c4',
    id: '52dd24782e0d83e3504f04c94cb9dd5a',
  },
  {
    what: 'RC4, 128 bits',
    opens: false,
    rule: '/V 2 /R 3 /Length 128',
    o: '0bf85963fe08385ce85fde5773da7a43dc34f12c5e4ebbff16a74791401d9ce6',
    u: 'a28c7c3f720fe923c7016163926f30ac0122456a91bae5134273a6db134c87c4',
    id: 'ab124d9878787d27adc2432ba30d886e',
  },
  {
    what: 'AES, 128 bits',
    opens: true,
    rule: '/V 4 /R 4 /Length 128',
    o: '566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5',
    u: '976319ad4e7e9c09b20123aa1aea11030122456a91bae5134273a6db134c87c4',
    id: '8241160f3b245c6d1f2c6e7f762b0f3b',
  },
  {
    what: 'AES, 128 bits, open metadata',
    opens: true,
    rule: '/V 4 /R 4 /Length 128 /EncryptMetadata false',
    o: '566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5',
    u: '66ec6f0e0a07923a79efc7e72a53cb0d0122456a91bae5134273a6db134c87c4',
    id: '88752e0963f3b26e95cbadf06d92659d',
  },
  {
    what: 'AES, 128 bits, open metadata',
    opens: false,
    rule: '/V 4 /R 4 /Length 128 /EncryptMetadata false',
    o: '0bf85963fe08385ce85fde5773da7a43dc34f12c5e4ebbff16a74791401d9ce6',
    u: '76774a43f67bd1f88b56f15588aea4210122456a91bae5134273a6db134c87c4',
    id: '767ab22488323023028f061cdd6fca07',
  },
  {
    what: 'AES, 256 bits, revision 5',
    opens: true,
    rule: '/V 5 /R 5 /Length 256',
    o: '',
    u: '484c4a46e50b0b3714d4906125723033e7f7363a1fc8f26b91631263665b8f87c60aa403cab4ba5d64c5d2df685a7b4d',
    id: 'e3d21481f54146c746318a9f3094dc50',
  },
  {
    what: 'AES, 256 bits',
    opens: true,
    rule: '/V 5 /R 6 /Length 256',
    o: '',
    u: 'e44e89934f718a5157fb7a6ba3e91060fc6e4aaa017776cb9a682db4527bdf596b60e4af000b9d80efb1bc853e743dcf',
    id: '78018a294e75096a414fd09feae88485',
  },
  {
    what: 'AES, 256 bits',
    opens: false,
    rule: '/V 5 /R 6 /Length 256',
    o: '',
    u: 'b042558cceb7dec34622664f53a456ce6a1a2e6ecb16967c1f53b706147a215744207aa25594701e13c7d7e77a88e753',
    id: '94c96242eafa63fbf75a0c902775fb3c',
  },
];

type Sample = Pick<typeof open, 'rule' | 'o' | 'u'>;

const inWords = ({ rule, o, u }: Sample) => `/Filter /Standard ${rule} /P -4 /O <${o}> /U <${u}>`;
const crypt = '/CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV2 /Length 16 >> >> /StmF /StdCF /StrF /StdCF';
const inTrailer = (sample: Sample, before = '') => ({
  trailer: `${before} /Encrypt << ${inWords(sample)} >>`,
});

describe('an encrypted PDF', () => {
  it.each(made)('under $what that opens without a password: $opens', async (sample) => {
    const content = buildEncryptedPdf(`${crypt} ${inWords(sample)}`, sample.id);
    expect(await verdict('a.pdf', content)).toBe(sample.opens ? 'ok' : 'filePassword');
  });

  it.each([
    ['with its dictionary in the trailer', buildPdf(inTrailer(open, `/ID [<${open.id}>]`)), 'ok'],
    ['locked, in the trailer', buildPdf(inTrailer(locked, `/ID [<${locked.id}>]`)), 'filePassword'],
    ['with another ID than it was locked with', buildPdf(inTrailer(open, '/ID [<aa>]')), 'filePassword'],
    ['by certificates', buildEncryptedPdf('/Filter /Adobe.PubSec /V 4 /R 4', 'aa'), 'filePassword'],
    ['by rules of the future', buildEncryptedPdf('/Filter /Standard /V 6 /R 7', 'aa'), 'filePassword'],
    ['without its strings', buildEncryptedPdf('/Filter /Standard /V 5 /R 6', 'aa'), 'filePassword'],
    ['with no more than a name', buildEncryptedPdf('/Filter /Standard', 'aa'), 'filePassword'],
  ])('%s', async (_what, content, expected) => {
    expect(await verdict('a.pdf', content)).toBe(expected);
  });

  it.each([0, 1, 4, 8, 9, 12, 100])('is found where %i bytes of it end a page', async (share) => {
    const padding = PAGE_BYTES - share - buildPdf(inTrailer(locked)).indexOf('/Encrypt');
    const content = buildPdf({ ...inTrailer(locked), padding });
    expect(content.indexOf('/Encrypt')).toBe(PAGE_BYTES - share);
    expect(await verdict('a.pdf', content)).toBe('filePassword');
  });
});
