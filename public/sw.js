// Replaces the service worker of a former site, which would show that site forever: removes all caches and itself.

addEventListener('install', () => skipWaiting());

addEventListener('activate', (event) => event.waitUntil(removeFormerSite()));

async function removeFormerSite() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
  // Loads open pages again. Not awaited, because navigation waits for the end of the activation.
  for (const client of await clients.matchAll({ type: 'window' })) client.navigate(client.url);
}
