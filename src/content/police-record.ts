const REGISTER = 'https://beian.mps.gov.cn/#/query/webSearch?code=';

/**
 * The entry of a 公安备案 number in the register of China's Ministry of Public Security, which Chinese sites must link to:
 * `浙公网安备33010002000001号` is found by its digits. Undefined where it has none.
 */
export function policeRecordHref(record: string): string | undefined {
  const digits = record.normalize('NFKC').replace(/[^0-9]/gu, '');
  return digits ? `${REGISTER}${digits}` : undefined;
}
