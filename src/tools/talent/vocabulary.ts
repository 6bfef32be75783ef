/** The enumerations of the talent service. Keys are the graph's names, values are the service's names. */

export const signalTypes = {
  NEW_COMPANY: 'New Company',
  STEALTH_POSITION: 'Stealth Position',
  LEFT_POSITION: 'Left Position',
  INVESTOR_POSITION: 'Investor Position',
  BOARD_POSITION: 'Board Position',
  NEW_POSITION: 'New Position',
  PROMOTED: 'Promoted',
  NEW_PATENT: 'New Patent',
  NEW_GRANT: 'New Grant',
} as const;

export const ageRanges = {
  BELOW_25: 'Below 25',
  FROM_25_TO_29: '25 to 29',
  FROM_30_TO_34: '30 to 34',
  FROM_35_TO_39: '35 to 39',
  FROM_40_TO_44: '40 to 44',
  FROM_45_TO_49: '45 to 49',
  ABOVE_49: 'Above 49',
} as const;

export const genders = { MAN: 'man', WOMAN: 'woman' } as const;

export const customerFocuses = { B2B: 'B2B', B2C: 'B2C' } as const;

export const educationLevels = {
  BACHELOR: 'Bachelor',
  MASTER: 'Master',
  PHD_OR_ABOVE: 'PhD or Above',
  MBA: 'MBA',
  NO_UNIVERSITY_DEGREE: 'No university degree',
} as const;

export const profileTags = {
  SERIAL_FOUNDER: 'Serial Founder',
  VC_BACKED_FOUNDER: 'VC Backed Founder',
  VC_BACKED_OPERATOR: 'VC Backed Operator',
  VC_INVESTOR: 'VC Investor',
  YC_ALUMNI: 'YC Alumni',
  BIG_TECH_EXPERIENCE: 'Big Tech experience',
  BIG_4_EXPERIENCE: 'Big 4 experience',
  BANKING_EXPERIENCE: 'Banking experience',
  CONSULTING_EXPERIENCE: 'Consulting experience',
} as const;

export const entryOrders = {
  ENTRY_CREATED_AT: 'entry_created_at',
  SIGNAL_DISCOVERED_AT: 'signal_discovered_at',
} as const;

export const orderDirections = { ASC: 'asc', DESC: 'desc' } as const;

export const companyIdPattern = /^exe_[\w.-]+$/;
export const institutionIdPattern = /^ede_[\w.-]+$/;

/** A number below this in `time_relative` counts days; any other number is epoch milliseconds. */
export const minRelativeEpochMs = 100_000;

export const maxSearchTitleLength = 50;
export const maxListNameLength = 200;
export const scoreRange = { min: 1, max: 10 } as const;
export const maxPageSize = 100;
export const defaultPageSize = 25;
