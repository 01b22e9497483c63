export const popups = {
  information: { copyright: 'Copyright', copyrightLine: '© {years} {name}', version: 'Version' },
  noData: 'No data',
  notification: {
    content: 'Content',
    empty: 'Nothing to display',
    failed: 'The notifications could not be loaded.',
    published: 'Publish Date',
    table: 'Notifications, newest first',
  },
} as const;
