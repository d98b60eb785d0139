declare module 'opencc-js/dict/TSCharacters' {
  /** Pairs of a traditional character and its simplified one: `後 后|發 发`. */
  const pairs: string;
  export default pairs;
}
