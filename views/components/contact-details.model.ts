export type Contact = {
  phone?: string;
  email?: string;
  address?: string;
  zipCode?: string;
  wxAccount?: string;
  wxQrCodeUrl?: string;
  wxQrAlt: string;
};
