import {
  ageRanges,
  customerFocuses,
  educationLevels,
  entryOrders,
  genders,
  orderDirections,
  profileTags,
  signalTypes,
} from '../../tools/talent/vocabulary.ts';
import { enumOf } from '../core/enum.ts';

export const SignalType = enumOf({
  name: 'SignalType',
  description: 'What happened to the person.',
  values: signalTypes,
  descriptions: {
    NEW_COMPANY: 'Founded a company.',
    STEALTH_POSITION: 'Works on something not yet announced.',
    LEFT_POSITION: 'Left a position.',
    INVESTOR_POSITION: 'Became an investor.',
    BOARD_POSITION: 'Joined a board.',
    NEW_POSITION: 'Started a new position.',
    PROMOTED: 'Was promoted where they were.',
    NEW_PATENT: 'Was granted a patent.',
    NEW_GRANT: 'Received a grant.',
  },
});

export const AgeRange = enumOf({
  name: 'AgeRange',
  description: 'Estimated age in years.',
  values: ageRanges,
  descriptions: {
    BELOW_25: 'Younger than 25.',
    FROM_25_TO_29: '25 to 29.',
    FROM_30_TO_34: '30 to 34.',
    FROM_35_TO_39: '35 to 39.',
    FROM_40_TO_44: '40 to 44.',
    FROM_45_TO_49: '45 to 49.',
    ABOVE_49: '50 or older.',
  },
});

export const Gender = enumOf({
  name: 'Gender',
  description: 'Gender as the profile source estimates it.',
  values: genders,
  descriptions: { MAN: 'Man.', WOMAN: 'Woman.' },
});

export const CustomerFocus = enumOf({
  name: 'CustomerFocus',
  description: 'Whom the company of the signal sells to.',
  values: customerFocuses,
  descriptions: { B2B: 'Businesses.', B2C: 'Consumers.' },
});

export const EducationLevel = enumOf({
  name: 'EducationLevel',
  description: 'Highest level of education.',
  values: educationLevels,
  descriptions: {
    BACHELOR: "Bachelor's degree.",
    MASTER: "Master's degree.",
    PHD_OR_ABOVE: 'Doctorate or above.',
    MBA: 'Master of Business Administration.',
    NO_UNIVERSITY_DEGREE: 'No university degree.',
  },
});

export const ProfileTag = enumOf({
  name: 'ProfileTag',
  description: 'What stands out in the career.',
  values: profileTags,
  descriptions: {
    SERIAL_FOUNDER: 'Founded more than one company.',
    VC_BACKED_FOUNDER: 'Founded a company that venture capital backed.',
    VC_BACKED_OPERATOR: 'Worked in a leading role at a company that venture capital backed.',
    VC_INVESTOR: 'Invested for a venture capital firm.',
    YC_ALUMNI: 'Took part in Y Combinator.',
    BIG_TECH_EXPERIENCE: 'Worked at one of the largest technology companies.',
    BIG_4_EXPERIENCE: 'Worked at one of the four largest audit firms.',
    BANKING_EXPERIENCE: 'Worked at a bank.',
    CONSULTING_EXPERIENCE: 'Worked at a consultancy.',
  },
});

export const ListEntryOrderField = enumOf({
  name: 'ListEntryOrderField',
  description: 'What list entries are sorted by.',
  values: entryOrders,
  descriptions: {
    ENTRY_CREATED_AT: 'When the signal was added to the list.',
    SIGNAL_DISCOVERED_AT: 'When the signal was discovered.',
  },
});

export const OrderDirection = enumOf({
  name: 'OrderDirection',
  description: 'Which end comes first.',
  values: orderDirections,
  descriptions: { ASC: 'Oldest first.', DESC: 'Newest first.' },
});
