/** The part of AOS 3.0.0-beta.6 that is used; it brings no types. */
declare module 'aos' {
  const aos: { init: (options: Record<string, string | number | boolean>) => void };
  export default aos;
}
