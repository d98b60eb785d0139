export const CONTRACT_ROOT = '/admin-api/ow/open';

/** Paths of the backend contract. */
export const paths = {
  menu: `${CONTRACT_ROOT}/column/list`,
  group: `${CONTRACT_ROOT}/group/get`,
  common: `${CONTRACT_ROOT}/common/code`,
  home: `${CONTRACT_ROOT}/home-page/get`,
  homeComponents: `${CONTRACT_ROOT}/home-page-list/page`,
  honours: `${CONTRACT_ROOT}/enterprise-honor/list`,
  events: `${CONTRACT_ROOT}/event/list`,
  articles: `${CONTRACT_ROOT}/article/page`,
  article: `${CONTRACT_ROOT}/article/get`,
  search: `${CONTRACT_ROOT}/article/getLike`,
  products: `${CONTRACT_ROOT}/product-matrix/get`,
  reports: `${CONTRACT_ROOT}/report/list`,
  directions: `${CONTRACT_ROOT}/investment-direction/list`,
  declare: `${CONTRACT_ROOT}/component-library/getOne`,
} as const;

export type BackendPath = (typeof paths)[keyof typeof paths];
