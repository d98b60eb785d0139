import type { Services } from '../../services.ts';

/** The services that the form's addresses use. */
export type FormServices = Pick<
  Services,
  | 'store'
  | 'config'
  | 'secret'
  | 'metrics'
  | 'checkers'
  | 'virusScan'
  | 'intakePace'
  | 'captchaCodes'
  | 'formTokens'
  | 'formSessions'
  | 'requestContexts'
  | 'pageSender'
  | 'render'
  | 'renderForm'
  | 'renderField'
  | 'renderFiles'
>;
