import type { Random } from '../../support/random.ts';

export type Half = 'development' | 'held-out';

/** The halves share no value, so that no rule that was written for one is measured on it in the other. */
export const ofHalf = <Value>(values: readonly Value[], half: Half): Value[] =>
  values.filter((_, index) => index % 2 === (half === 'development' ? 0 : 1));

const list = (text: string) => text.split(' ');

export const pools = {
  given: list(
    'Aaliyah Bruno Carmen Dario Elin Farid Greta Hamza Imani Jasper Keiko Lennart Mirela Nadia Otto Priya Quentin Rosalba ' +
      'Stellan Tamsin Ulrike Viggo Wiktor Xenia Yara Zoltan Aurelio Brigid Cormac Delphine Esme Fergus Gunnar Hedda Ingmar ' +
      'Jelena Kiran Lorcan Magnus Nerys',
  ),
  family: list(
    'Abara Birkeland Castellan Dunmore Eskildsen Fairbrother Galvan Hargreave Ibsen Jardine Kowalczyk Lindholm Marchetti ' +
      'Novotny Okafor Pettigrew Quintero Rasmussen Sandoval Thackeray Underhill Vasquez Whitlock Yamamoto Zielinski Ashdown ' +
      'Bellweather Corrigan Devereaux Ellingham Farquhar Goldsmith Hollander Iverson Jankowski Kettering Lombardi Mortensen ' +
      'Nightingale Ostrander',
  ),
  companyFirst: list(
    'Alder Brisk Cinder Dapple Ember Fjord Gantry Heron Indigo Juniper Kelp Lantern Mistral Nimbus Ochre Pewter Quarry Russet ' +
      'Saffron Tundra Umber Velvet Willow Yarrow',
  ),
  companySecond: list(
    'Freight Robotics Health Analytics Foods Energy Logistics Biotech Optics Mobility Textiles Payments Irrigation Aerospace ' +
      'Ceramics Insurance',
  ),
  legalForm: ['Inc.', 'GmbH', 'Ltd', 'LLC', 'S.A.', 'plc', 'B.V.', 'Corp.'],
  /** Given names and nicknames in use, collected without the table of the rules. */
  nickname: [
    ['William', 'Bill'],
    ['Robert', 'Bob'],
    ['Elizabeth', 'Liz'],
    ['Margaret', 'Peggy'],
    ['Richard', 'Dick'],
    ['Katherine', 'Kate'],
    ['Michael', 'Mike'],
    ['Jennifer', 'Jen'],
    ['Thomas', 'Tom'],
    ['Alexander', 'Alex'],
    ['James', 'Jim'],
    ['Susan', 'Sue'],
    ['Edward', 'Ted'],
    ['Christopher', 'Chris'],
    ['Anthony', 'Tony'],
    ['Rebecca', 'Becky'],
    ['Joseph', 'Joe'],
    ['Samuel', 'Sam'],
    ['Daniel', 'Dan'],
    ['Victoria', 'Vicky'],
    ['Nicholas', 'Nick'],
    ['Patricia', 'Trish'],
    ['Benjamin', 'Benji'],
    ['Stephen', 'Steve'],
    ['Theodore', 'Teddy'],
    ['Gregory', 'Greg'],
    ['Jacqueline', 'Jackie'],
    ['Francesca', 'Fran'],
    ['Matthew', 'Matt'],
    ['Zachary', 'Zach'],
  ],
  /** Given names of different people that look alike. */
  notNickname: [
    ['Daniel', 'Danielle'],
    ['Marc', 'Mary'],
    ['Eric', 'Erica'],
    ['Christian', 'Christine'],
    ['Joan', 'John'],
    ['Paul', 'Paula'],
    ['Julian', 'Juliana'],
    ['Carl', 'Carla'],
  ],
  /** Names as written, and in ASCII as their owners write them. */
  accented: [
    ['Zoë Müller', 'Zoe Mueller'],
    ['José Peña', 'Jose Pena'],
    ['Søren Kjær', 'Soren Kjaer'],
    ['Łukasz Wójcik', 'Lukasz Wojcik'],
    ['François Béranger', 'Francois Beranger'],
    ['Jürgen Größl', 'Jurgen Grossl'],
    ['Şebnem Çelik', 'Sebnem Celik'],
    ['Đorđe Nikolić', 'Dorde Nikolic'],
    ['Håkan Åström', 'Hakan Astrom'],
    ['Tomáš Dvořák', 'Tomas Dvorak'],
    ['Nguyễn Thị Hương', 'Nguyen Thi Huong'],
    ['İlker Yıldız', 'Ilker Yildiz'],
    ['Björn Häkkinen', 'Bjoern Haekkinen'],
    ['Inês Gonçalves', 'Ines Goncalves'],
    ['Ștefan Țepeș', 'Stefan Tepes'],
    ['Guðrún Þórsdóttir', 'Gudrun Thorsdottir'],
  ],
  /** Names in their script, and as passports and profiles spell them. */
  transliterated: [
    ['Юлия Щербакова', 'Yulia Shcherbakova'],
    ['Дмитрий Алексеев', 'Dmitry Alekseev'],
    ['Наталья Соловьёва', 'Natalia Solovieva'],
    ['Сергей Кузнецов', 'Sergei Kuznetsov'],
    ['Евгений Морозов', 'Evgeny Morozov'],
    ['Анна Попова', 'Anna Popova'],
    ['Олександр Шевченко', 'Oleksandr Shevchenko'],
    ['Михаил Лебедев', 'Mikhail Lebedev'],
    ['Γιώργος Παπαδόπουλος', 'Giorgos Papadopoulos'],
    ['Ελένη Νικολάου', 'Eleni Nikolaou'],
    ['Δημήτρης Καραγιάννης', 'Dimitris Karagiannis'],
    ['Κατερίνα Αντωνίου', 'Katerina Antoniou'],
    ['王小明', 'Xiaoming Wang'],
    ['李娜', 'Na Li'],
    ['张伟', 'Wei Zhang'],
    ['陈思雨', 'Siyu Chen'],
    ['Иван Ђорђевић', 'Ivan Djordjevic'],
    ['Андрей Юрьев', 'Andrey Yuriev'],
    ['Татьяна Белова', 'Tatyana Belova'],
    ['Алексей Цветков', 'Alexey Tsvetkov'],
    ['Мария Григорьева', 'Maria Grigorieva'],
    ['Виктор Жуков', 'Viktor Zhukov'],
  ],
} as const;

export const neutralTitles = ['Intro call', 'Follow-up', 'Catch up', 'First talk', 'Weekly sync', 'Quick chat'];

export const titleWith = (company: string, random: Random): string =>
  random.pick([`Intro with ${company}`, `${company}: renewal`, `Larkfield <> ${company}`, `Radar for ${company}`]);
