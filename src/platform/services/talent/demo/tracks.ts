/** A profession: its steps upward, what people in it study, and in which sectors they work. */
export interface Track {
  titles: readonly string[];
  fields: readonly string[];
  sectors: readonly string[];
  /** What people of this profession do, at any step. */
  duties: readonly string[];
  /** The lines of business they drift to when they start something. */
  verticals: readonly string[];
  /** Whether the work leads to patents and research grants. */
  isInventive: boolean;
}

export const tracks: readonly Track[] = [
  {
    titles: [
      'Software Engineer',
      'Senior Software Engineer',
      'Staff Engineer',
      'Engineering Manager',
      'Director of Engineering',
      'VP of Engineering',
    ],
    fields: ['Computer Science', 'Electrical Engineering', 'Mathematics', 'Software Engineering'],
    sectors: ['Information Technology', 'Communication Services', 'Consumer Discretionary', 'Financials'],
    duties: ['Payments and billing platform.', 'Search and ranking services.', 'Tools for internal developers.'],
    verticals: [
      'Artificial Intelligence',
      'Developer Tools',
      'Cybersecurity',
      'Gaming and Media',
      'Enterprise Software',
    ],
    isInventive: true,
  },
  {
    titles: [
      'Associate Product Manager',
      'Product Manager',
      'Senior Product Manager',
      'Group Product Manager',
      'Director of Product',
      'VP of Product',
    ],
    fields: ['Economics', 'Computer Science', 'Industrial Design', 'Psychology'],
    sectors: ['Information Technology', 'Communication Services', 'Consumer Discretionary'],
    duties: ['Sign-up and onboarding.', 'Mobile app and growth.', 'Pricing and packaging.'],
    verticals: [
      'E-commerce',
      'Education Technology',
      'Fintech',
      'Gaming and Media',
      'Enterprise Software',
      'Health Tech',
    ],
    isInventive: false,
  },
  {
    titles: [
      'Data Analyst',
      'Data Scientist',
      'Senior Data Scientist',
      'Lead Data Scientist',
      'Head of Data Science',
      'Chief Data Officer',
    ],
    fields: ['Statistics', 'Physics', 'Computer Science', 'Applied Mathematics'],
    sectors: ['Information Technology', 'Financials', 'Health Care', 'Consumer Staples'],
    duties: ['Forecasting for supply planning.', 'Experiments and measurement.', 'Credit and fraud models.'],
    verticals: ['Artificial Intelligence', 'Fintech', 'Health Tech', 'Logistics'],
    isInventive: true,
  },
  {
    titles: ['Analyst', 'Associate', 'Vice President', 'Director', 'Executive Director', 'Managing Director'],
    fields: ['Finance', 'Economics', 'Accounting', 'Mathematics'],
    sectors: ['Financials', 'Real Estate'],
    duties: ['Mergers and acquisitions.', 'Corporate lending.', 'Investment research on technology.'],
    verticals: ['Fintech', 'Enterprise Software', 'E-commerce'],
    isInventive: false,
  },
  {
    titles: [
      'Research Scientist',
      'Senior Research Scientist',
      'Principal Scientist',
      'Research Manager',
      'Director of Research',
      'Chief Scientist',
    ],
    fields: ['Chemistry', 'Molecular Biology', 'Materials Science', 'Biomedical Engineering', 'Physics'],
    sectors: ['Health Care', 'Materials', 'Information Technology', 'Energy'],
    duties: ['Assay development.', 'New materials for storage.', 'Sensors and instruments.'],
    verticals: ['Biotech', 'Health Tech', 'Climate Tech', 'Semiconductors', 'Food and Agriculture'],
    isInventive: true,
  },
  {
    titles: [
      'Mechanical Engineer',
      'Senior Mechanical Engineer',
      'Lead Engineer',
      'Program Manager',
      'Director of Hardware',
      'VP of Hardware',
    ],
    fields: ['Mechanical Engineering', 'Aerospace Engineering', 'Electrical Engineering', 'Robotics'],
    sectors: ['Industrials', 'Energy', 'Utilities', 'Consumer Discretionary'],
    duties: ['Drive trains and actuators.', 'Thermal design.', 'Production ramp-up.'],
    verticals: ['Robotics', 'Space and Defense', 'Climate Tech', 'Semiconductors'],
    isInventive: true,
  },
  {
    titles: [
      'Account Executive',
      'Senior Account Executive',
      'Sales Manager',
      'Regional Sales Director',
      'VP of Sales',
      'Chief Revenue Officer',
    ],
    fields: ['Business Administration', 'Marketing', 'Communication', 'Economics'],
    sectors: ['Information Technology', 'Health Care', 'Industrials', 'Consumer Staples'],
    duties: ['New customers in the public sector.', 'Key accounts in retail.', 'Partners and resellers.'],
    verticals: ['Enterprise Software', 'Cybersecurity', 'Health Tech', 'Logistics'],
    isInventive: false,
  },
  {
    titles: [
      'Operations Analyst',
      'Operations Manager',
      'Senior Operations Manager',
      'Head of Operations',
      'Director of Operations',
      'Chief Operating Officer',
    ],
    fields: ['Industrial Engineering', 'Business Administration', 'Supply Chain Management', 'Economics'],
    sectors: ['Industrials', 'Consumer Staples', 'Consumer Discretionary', 'Utilities', 'Real Estate'],
    duties: ['Warehouses and last mile.', 'Planning and procurement.', 'Launch of new regions.'],
    verticals: ['Logistics', 'Food and Agriculture', 'E-commerce', 'Climate Tech', 'Education Technology'],
    isInventive: false,
  },
];

export const consultantTitles = ['Consultant', 'Senior Consultant', 'Manager', 'Senior Manager', 'Partner'] as const;
export const founderTitles = ['Founder & CEO', 'Co-Founder & CEO', 'Co-Founder & CTO', 'Co-Founder & COO'] as const;
export const investorTitles = ['Venture Partner', 'Partner', 'Principal', 'Investment Manager'] as const;
