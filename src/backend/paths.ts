export const CONTRACT_ROOT = '/admin-api/ow/open';

/** Paths of the backend contract; a section with a path of its own names it in `src/site/sections`. */
export const paths = {
  menu: `${CONTRACT_ROOT}/column/list`,
  group: `${CONTRACT_ROOT}/group/get`,
  common: `${CONTRACT_ROOT}/common/code`,
  home: `${CONTRACT_ROOT}/home-page/get`,
  homeComponents: `${CONTRACT_ROOT}/home-page-list/page`,
  articles: `${CONTRACT_ROOT}/article/page`,
  article: `${CONTRACT_ROOT}/article/get`,
  search: `${CONTRACT_ROOT}/article/getLike`,
  declare: `${CONTRACT_ROOT}/component-library/getOne`,
} as const;

export type BackendPath = `${typeof CONTRACT_ROOT}/${string}`;
