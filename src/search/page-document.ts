/** What the index knows of a menu item's page, or of its section on its parent's page. */
export type PageDocument = {
  /** The key of the item's path. */
  key: string;
  name: string;
  /** What else it is called: its code, and the other spellings of its kind of section. */
  otherNames: string;
  description: string;
} & PageText;

/** A page's own content: the names of its records, and a line of plain text for each paragraph or record. */
export type PageText = { titles: string[]; lines: string[] };
