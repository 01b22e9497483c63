/** What a list of codes and a setting look like, for hints. */
export const codesExample = 'C371, C400-C4FF';
export const settingExample = '08-2103-0';
