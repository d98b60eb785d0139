export { faultsSeen } from './faults-seen.ts';
export { layoutSeen } from './layout-seen.ts';
