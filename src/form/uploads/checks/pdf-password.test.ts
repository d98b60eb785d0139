import { describe, expect, it } from 'vitest';
import { buildEncryptedPdf, buildPdf } from './testing/build-pdf.ts';
import { verdict } from './testing/stored-file.ts';

/** Dictionaries that qpdf wrote. `opens`: with the empty user password; the others need "u". */
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
    rule: '/V 5 /R 5 /Length 256 /OE <231f302361426847180dcbc980e6a0af8ea04bd08efaf3157e457e187d9efac7> /UE <96a972bc610a15ee85346b8e6ba5bab7c3dbb9390e4452a6fd335e543b32b78f> /Perms <8184b27418c0dbba5251edd36e6bd583>',
    o: '728cd2df3bac45eae711d403db10413a25e2a648a843fa03ccabf635eab8464ae0c827bec12dae725652ae169054e385',
    u: 'be7fcdc321d4ab133c9609e4852c0e256a4ef817e7e27999103c400a5943a4e7b59a4f0e385523aaebc444b368fdf0a0',
    id: '78018a294e75096a414fd09feae88485',
  },
  {
    what: 'AES, 256 bits',
    opens: true,
    rule: '/V 5 /R 6 /Length 256 /OE <871a59fd6116142052fb0b28e25950ee799bdb8e3c5a3c201c9bba8dc7095a80> /UE <1515e23f76c945334bac4111e91701b78062fecf7d193ae3619977bfbea98b8c> /Perms <ef8302542bfd1f2de7da80f4cf0985a2>',
    o: 'cbea73b9a411d35511d4bda4c78286c99f0875f747777b72859d37e8376f7684621587136bdea1df220e072e6150992d',
    u: 'ec39b530627093ef8a80435095afa47186af6037882d4400b3b21b4e80ddb2c5964d0e92a42572a869c6709e0ddf9257',
    id: '78018a294e75096a414fd09feae88485',
  },
  {
    what: 'AES, 256 bits',
    opens: false,
    rule: '/V 5 /R 6 /Length 256 /OE <8b522384f6e1392bd24d0e17940a7733c98c7e09aaa2a74ac825e082de99295c> /UE <35a8be6c77ecb666fcbad005248de962f4b2848f26b444c18c3ecbcb944c6128> /Perms <2df043f8e7c4b9cba84bf8504259d4bf>',
    o: '62dcde518b217e5e785dc5413b4506426d12c840d5f2774aadfc1a620e8aa8bb882b5b314e67e8b605daa3825529e874',
    u: 'e8962cc9684d1542bb374d2fe54617461946c687c99fac7c63e3226bef6320da204d9ae4f266372109b838f8cd4b29de',
    id: '78018a294e75096a414fd09feae88485',
  },
];

type Sample = Pick<typeof open, 'rule' | 'o' | 'u'>;

const dictionaryOf = ({ rule, o, u }: Sample) => `/Filter /Standard ${rule} /P -4 /O <${o}> /U <${u}>`;
const filterOf = ({ rule }: Sample) =>
  `/CF << /StdCF << /AuthEvent /DocOpen /CFM /${rule.startsWith('/V 5') ? 'AESV3' : 'AESV2'} >> >> /StmF /StdCF /StrF /StdCF`;
const inTrailer = (sample: Sample, before = '') => ({
  trailer: `${before} /Encrypt << ${dictionaryOf(sample)} >>`,
});

describe('encrypted PDF', () => {
  it.each(made)('is accepted only if it opens without a password: $what, $opens', async (sample) => {
    const content = buildEncryptedPdf(`${filterOf(sample)} ${dictionaryOf(sample)}`, sample.id);
    expect(await verdict('a.pdf', content)).toBe(sample.opens ? 'ok' : 'filePassword');
  });

  it.each([
    ['with its dictionary in the trailer', buildPdf(inTrailer(open, `/ID [<${open.id}>]`)), 'ok'],
    [
      'with a password, and its dictionary in the trailer',
      buildPdf(inTrailer(locked, `/ID [<${locked.id}>]`)),
      'filePassword',
    ],
    ['with another ID than it was encrypted with', buildPdf(inTrailer(open, '/ID [<aa>]')), 'filePassword'],
    ['by certificates', buildEncryptedPdf('/Filter /Adobe.PubSec /V 4 /R 4', 'aa'), 'filePassword'],
    ['by a future revision', buildEncryptedPdf('/Filter /Standard /V 6 /R 7', 'aa'), 'filePassword'],
    ['without its strings', buildEncryptedPdf('/Filter /Standard /V 5 /R 6', 'aa'), 'fileUnsafe'],
    ['with only a filter name', buildEncryptedPdf('/Filter /Standard', 'aa'), 'filePassword'],
  ])('%s gets its result', async (_what, content, expected) => {
    expect(await verdict('a.pdf', content)).toBe(expected);
  });
});
