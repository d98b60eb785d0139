declare module 'opencc-js/dict/TSCharacters' {
  /** Pairs of a traditional and a simplified character: `後 后|發 发`. */
  const pairs: string;
  export default pairs;
}
