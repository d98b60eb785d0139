import type { Contact } from '../components/contact-details.model.ts';

export type ContactContent = { kind: 'contact'; contact: Contact; name: string };
