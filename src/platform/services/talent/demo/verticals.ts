/** A line of business of our invented ventures, and the words for what people do in it. */
export interface Vertical {
  /** What signals carry as `industry`. */
  name: string;
  /** Second words of venture names. */
  suffixes: readonly string[];
  /** Completes "It builds …". */
  products: readonly string[];
  /** Completes "a patent on …" and "research on …". */
  topics: readonly string[];
  /** In how many of 100 ventures the customers are consumers. */
  consumerPercent: number;
}

export const verticals: readonly Vertical[] = [
  {
    name: 'Artificial Intelligence',
    suffixes: ['Reasoning', 'Models', 'Inference'],
    products: [
      'language models for legal teams',
      'tools that test machine learning systems',
      'assistants for field staff',
    ],
    topics: [
      'sparse attention in language models',
      'training on private data',
      'machine translation of rare languages',
    ],
    consumerPercent: 20,
  },
  {
    name: 'Fintech',
    suffixes: ['Ledger', 'Payments', 'Treasury'],
    products: [
      'payment accounts for freelancers',
      'treasury software for mid-sized firms',
      'credit scoring for small shops',
    ],
    topics: ['fraud detection in instant payments', 'settlement between banks', 'risk models for small loans'],
    consumerPercent: 45,
  },
  {
    name: 'Health Tech',
    suffixes: ['Care', 'Clinic', 'Vitals'],
    products: ['remote monitoring for heart patients', 'scheduling for clinics', 'a companion app for physiotherapy'],
    topics: ['wearable glucose sensing', 'early detection of sepsis', 'imaging of soft tissue'],
    consumerPercent: 40,
  },
  {
    name: 'Biotech',
    suffixes: ['Biosciences', 'Therapeutics', 'Genomics'],
    products: [
      'enzymes for industrial chemistry',
      'antibody therapies for rare diseases',
      'lab automation for cell culture',
    ],
    topics: ['gene delivery with viral vectors', 'protein folding at low temperature', 'cell therapy for the retina'],
    consumerPercent: 5,
  },
  {
    name: 'Climate Tech',
    suffixes: ['Grid', 'Carbon', 'Heat'],
    products: [
      'battery control for apartment blocks',
      'carbon accounting for manufacturers',
      'heat pumps for old buildings',
    ],
    topics: ['sodium-ion batteries', 'carbon capture from cement', 'forecasting of wind power'],
    consumerPercent: 25,
  },
  {
    name: 'Cybersecurity',
    suffixes: ['Security', 'Shield', 'Identity'],
    products: [
      'access control for cloud accounts',
      'phishing training that adapts',
      'monitoring of industrial networks',
    ],
    topics: ['post-quantum key exchange', 'detection of lateral movement', 'hardware attestation'],
    consumerPercent: 10,
  },
  {
    name: 'Developer Tools',
    suffixes: ['Build', 'Runtime', 'Stack'],
    products: [
      'faster builds for large codebases',
      'preview environments for every change',
      'a database for edge services',
    ],
    topics: ['incremental compilation', 'replay of distributed systems', 'static analysis of memory use'],
    consumerPercent: 5,
  },
  {
    name: 'E-commerce',
    suffixes: ['Market', 'Checkout', 'Goods'],
    products: ['a marketplace for used furniture', 'checkout for independent brands', 'returns handling for web shops'],
    topics: ['visual product search', 'pricing of perishable goods', 'demand forecasting for small catalogues'],
    consumerPercent: 70,
  },
  {
    name: 'Education Technology',
    suffixes: ['Learning', 'Campus', 'Tutor'],
    products: ['maths practice for secondary schools', 'training paths for nurses', 'a reading tutor for children'],
    topics: ['adaptive testing', 'speech recognition for young readers', 'spaced repetition at scale'],
    consumerPercent: 60,
  },
  {
    name: 'Enterprise Software',
    suffixes: ['Works', 'Desk', 'Flow'],
    products: [
      'contract review for procurement',
      'planning software for hospitals',
      'expense handling for large teams',
    ],
    topics: ['process mining on event logs', 'search over company documents', 'scheduling of shift work'],
    consumerPercent: 0,
  },
  {
    name: 'Food and Agriculture',
    suffixes: ['Farms', 'Harvest', 'Kitchen'],
    products: ['soil sensors for orchards', 'plant-based cheese', 'cold chain tracking for fresh food'],
    topics: ['nitrogen use in wheat', 'fermentation of plant protein', 'crop disease detection from drones'],
    consumerPercent: 50,
  },
  {
    name: 'Gaming and Media',
    suffixes: ['Studios', 'Play', 'Audio'],
    products: ['cooperative mobile games', 'a studio for spoken stories', 'moderation tools for live streams'],
    topics: ['real-time global illumination', 'spatial audio on headphones', 'animation from video'],
    consumerPercent: 80,
  },
  {
    name: 'Logistics',
    suffixes: ['Freight', 'Routes', 'Cargo'],
    products: ['freight booking for exporters', 'route planning for couriers', 'customs paperwork that fills itself'],
    topics: ['route planning under uncertainty', 'container tracking at sea', 'automatic customs classification'],
    consumerPercent: 10,
  },
  {
    name: 'Robotics',
    suffixes: ['Robotics', 'Motion', 'Automation'],
    products: ['picking robots for warehouses', 'inspection drones for bridges', 'arms that learn from one example'],
    topics: ['grasping of soft objects', 'legged locomotion', 'safe motion next to people'],
    consumerPercent: 10,
  },
  {
    name: 'Semiconductors',
    suffixes: ['Silicon', 'Photonics', 'Devices'],
    products: ['low-power chips for hearing aids', 'optical links for data centres', 'test equipment for chiplets'],
    topics: ['silicon photonics packaging', 'gallium nitride power stages', 'in-memory computing'],
    consumerPercent: 0,
  },
  {
    name: 'Space and Defense',
    suffixes: ['Orbital', 'Aerospace', 'Propulsion'],
    products: ['ground stations as a service', 'small satellite thrusters', 'wildfire detection from orbit'],
    topics: ['electric propulsion', 'radar imaging from small satellites', 'debris avoidance in low orbit'],
    consumerPercent: 0,
  },
];

/** First words of venture names. */
export const ventureWords =
  'Alder Amberline Basalt Beacon Bramble Cairn Cinder Clearwater Cobalt Copperleaf Cormorant Driftwood Ember Fathom Fernhill Gable Goldfinch Granite Harborlight Hawthorn Hollow Isthmus Juniper Kestrel Lantern Larkspur Lumen Marlow Meridian Mosaic Nightjar Nimbus Oakline Orchard Osprey Pebble Pinecone Plover Quarry Quill Ravine Saffron Sandpiper Sextant Silverbirch Slate Spindle Tamarack Tessel Thistle Tundra Umber Verdant Wickerwork Willow Wren Yarrow Zephyr'.split(
    ' ',
  );

/** Invented funds, where people become investors. */
export const fundNames = [
  'Bramblegate Ventures',
  'Coldharbour Capital',
  'Eastfield Partners',
  'Fernbridge Ventures',
  'Halfmoon Capital',
  'Ironbark Ventures',
  'Longacre Seed Fund',
  'Moorland Growth',
  'Northquay Ventures',
  'Redwillow Capital',
  'Stonecrop Ventures',
  'Tidewell Partners',
];
