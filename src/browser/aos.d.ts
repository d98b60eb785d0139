/** The part of AOS 3.0.0-beta.6 that is used; it brings no types. */
declare module 'aos' {
  const aos: {
    init: (options: {
      duration: number;
      easing: string;
      offset: number;
      once: boolean;
      mirror: boolean;
    }) => void;
  };
  export default aos;
}
