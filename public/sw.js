// Replaces the service worker of a former site, which would show that site forever: removes all caches and itself.
// Open pages are not loaded again, which would lose what a visitor typed.

addEventListener('install', () => skipWaiting());

addEventListener('activate', (event) => event.waitUntil(removeFormerSite()));

async function removeFormerSite() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
