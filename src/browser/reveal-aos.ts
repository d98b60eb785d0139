import AOS from 'aos';

/** Animates what is marked with `data-aos` each time that it is scrolled to. */
export const start = (): void =>
  AOS.init({ duration: 600, easing: 'ease-out-quad', offset: 100, once: false, mirror: true });
