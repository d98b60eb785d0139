import compression from 'compression';
import express, { type Express } from 'express';
import { requestId, requestLog } from './http/middleware/request-log.ts';
import { checkRequest, setParsedUrl } from './http/middleware/request-url.ts';
import { securityHeaders } from './http/middleware/security-headers.ts';
import { routes } from './routes.ts';
import type { Services } from './services.ts';
import { errors, notFound } from './site/error/error-handler.ts';

export function createApp(services: Services): Express {
  const { config } = services;
  const app = express();
  app.disable('x-powered-by');
  app.set('env', 'production');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', false);
  app.use(setParsedUrl);
  app.use(requestId(config.trustProxy));
  app.use(requestLog(services));
  app.use(securityHeaders(services.securityHeaders));
  app.use(compression());
  app.use(checkRequest);
  app.use(routes(services));
  app.use(notFound);
  app.use(errors(services));
  return app;
}
