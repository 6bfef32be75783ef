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
import { enumOf } from '../core/builder.ts';

export const SignalType = enumOf('SignalType', {
  description: 'Kind of career event that a signal reports.',
  values: signalTypes,
  descriptions: {
    NEW_COMPANY: 'The person founded a company.',
    STEALTH_POSITION: 'The person is working on a venture that has not been announced.',
    LEFT_POSITION: 'The person left a position.',
    INVESTOR_POSITION: 'The person became an investor.',
    BOARD_POSITION: 'The person joined a board.',
    NEW_POSITION: 'The person started a new position.',
    PROMOTED: 'The person was promoted within their company.',
    NEW_PATENT: 'The person was granted a patent.',
    NEW_GRANT: 'The person received a grant.',
  },
});

export const AgeRange = enumOf('AgeRange', {
  description: 'Estimated age of a person, as a range of years.',
  values: ageRanges,
  descriptions: {
    BELOW_25: 'Younger than 25 years.',
    FROM_25_TO_29: '25 to 29 years.',
    FROM_30_TO_34: '30 to 34 years.',
    FROM_35_TO_39: '35 to 39 years.',
    FROM_40_TO_44: '40 to 44 years.',
    FROM_45_TO_49: '45 to 49 years.',
    ABOVE_49: '50 years or older.',
  },
});

export const Gender = enumOf('Gender', {
  description: 'Gender of a person, as estimated by the profile source.',
  values: genders,
  descriptions: { MAN: 'Estimated to be a man.', WOMAN: 'Estimated to be a woman.' },
});

export const CustomerFocus = enumOf('CustomerFocus', {
  description: 'Kind of customers that a company sells to.',
  values: customerFocuses,
  descriptions: { B2B: 'Sells to businesses.', B2C: 'Sells to consumers.' },
});

export const EducationLevel = enumOf('EducationLevel', {
  description: 'Highest level of education that a person has reached.',
  values: educationLevels,
  descriptions: {
    BACHELOR: "Bachelor's degree.",
    MASTER: "Master's degree.",
    PHD_OR_ABOVE: 'Doctorate or higher.',
    MBA: 'Master of Business Administration.',
    NO_UNIVERSITY_DEGREE: 'No university degree.',
  },
});

export const ProfileTag = enumOf('ProfileTag', {
  description: 'Notable experience in the career of a person.',
  values: profileTags,
  descriptions: {
    SERIAL_FOUNDER: 'Founded more than one company.',
    VC_BACKED_FOUNDER: 'Founded a company backed by venture capital.',
    VC_BACKED_OPERATOR: 'Held a leading role at a company backed by venture capital.',
    VC_INVESTOR: 'Worked as an investor at a venture capital firm.',
    YC_ALUMNI: 'Went through the Y Combinator accelerator.',
    BIG_TECH_EXPERIENCE: 'Worked at one of the largest technology companies.',
    BIG_4_EXPERIENCE: 'Worked at one of the Big Four accounting firms.',
    BANKING_EXPERIENCE: 'Worked at a bank.',
    CONSULTING_EXPERIENCE: 'Worked at a consulting firm.',
  },
});

export const ListEntryOrderField = enumOf('ListEntryOrderField', {
  description: 'Field to sort list entries by.',
  values: entryOrders,
  descriptions: {
    ENTRY_CREATED_AT: 'Time at which the signal was added to the list.',
    SIGNAL_DISCOVERED_AT: 'Time at which the signal was discovered.',
  },
});

export const OrderDirection = enumOf('OrderDirection', {
  description: 'Direction in which results are sorted by time.',
  values: orderDirections,
  descriptions: { ASC: 'Oldest first.', DESC: 'Newest first.' },
});
