const ROOT = '/admin-api/ow/open';

/** The fourteen paths of the content backend's contract. */
export const paths = {
  columns: `${ROOT}/column/list`,
  group: `${ROOT}/group/get`,
  common: `${ROOT}/common/code`,
  home: `${ROOT}/home-page/get`,
  homeComponents: `${ROOT}/home-page-list/page`,
  honours: `${ROOT}/enterprise-honor/list`,
  events: `${ROOT}/event/list`,
  articles: `${ROOT}/article/page`,
  article: `${ROOT}/article/get`,
  search: `${ROOT}/article/getLike`,
  products: `${ROOT}/product-matrix/get`,
  reports: `${ROOT}/report/list`,
  directions: `${ROOT}/investment-direction/list`,
  component: `${ROOT}/component-library/getOne`,
} as const;

export type BackendPath = (typeof paths)[keyof typeof paths];
