import { startGallery } from './server.ts';

const PORT = 3200;

const { origin } = await startGallery({ port: Number(process.env.PORT ?? PORT), isFresh: true });
console.log(`The gallery stands on ${origin}`);
