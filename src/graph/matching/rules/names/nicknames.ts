import { respell } from './spelling.ts';

/** Given names, each with its nicknames and other forms, in lower-case ASCII. */
const givenNames = [
  // English
  'abigail: abby abbie gail; abraham: abe bram; albert: al bert bertie',
  'alexander: alex alec sandy sasha xander lex aleksandr alexandr oleksandr; alexandra: alex sandra sandy sasha lexi',
  'alfred: al alf alfie fred; alison: ali; amanda: mandy; andrew: andy drew; angela: angie; anna: annie',
  'anthony: tony ant; antonia: toni; archibald: archie; arthur: art artie; augustus: gus; barbara: barb babs',
  'bartholomew: bart; beatrice: bea trixie; benjamin: ben benny benji; bernard: bernie; bradley: brad; bridget: bridie',
  'callum: cal; calvin: cal; cameron: cam; caroline: carrie caro; cassandra: cass cassie',
  'catherine: cathy cath cat kate katie kitty; cecilia: cece celia; charles: charlie chuck chas',
  'charlotte: charlie lottie lotte; chelsea: chels; christina: chris chrissy tina; christine: chris chrissy tina',
  'christopher: chris kit topher; clement: clem; clementine: clem; clifford: cliff; constance: connie; cordelia: delia',
  'cynthia: cindy; daniel: dan danny; danielle: dani; david: dave davy; deborah: deb debbie; denise: dee',
  'dennis: denny; dominic: dom nick; donald: don donnie; dorothy: dot dottie dolly; douglas: doug; edgar: ed eddie',
  'edith: edie; edmund: ed eddie ned ted; edward: ed eddie ned ted teddy; edwin: ed eddie',
  'eleanor: ellie nell nora lenny; elijah: eli',
  'elizabeth: liz lizzie beth betty bess eliza libby lisa liza elsie betsy lisbeth; emily: em emmy millie',
  'emma: em emmy; emmanuel: manny; ernest: ernie; eugene: gene; evelyn: evie; ezekiel: zeke; florence: flo florrie',
  'frances: fran frankie; francis: frank frankie fran; franklin: frank; frederick: fred freddie fritz rick',
  'gabriel: gabe; gabrielle: gabby; geoffrey: geoff; george: georgie; georgina: georgie gina; gerald: gerry jerry',
  'gilbert: gil bert; gillian: gill jill; gregory: greg; gwendolyn: gwen wendy; harold: harry hal',
  'harriet: hattie harry; helen: nell nellie; henrietta: etta hettie hattie; henry: harry hank hal; herbert: herb bert',
  'hubert: hugh bert; isaac: ike zac; isabel: izzy bel; isabella: bella izzy belle; isidore: izzy; jacob: jake',
  'jacqueline: jackie; james: jim jimmy jamie; janet: jan; jason: jay; jedidiah: jed; jeffrey: jeff',
  'jennifer: jen jenny; jeremiah: jerry; jeremy: jerry jem; jessica: jess jessie; joanna: jo joanne',
  'john: jack johnny jon; jonathan: jon jonny john nathan; joseph: joe joey; josephine: jo josie; joshua: josh',
  'judith: judy; julia: jules julie; julian: jules; katherine: kathy kath kate katie kat kit kitty',
  'kathleen: kathy kath katie; kathryn: kathy kate katie; kenneth: ken kenny; kimberly: kim; kristen: kris',
  'laura: laurie; lawrence: larry laurie; leonard: len lenny leo; leopold: leo; leslie: les; lillian: lily lil',
  'louis: lou louie; louise: lou; lucille: lucy; lucinda: lucy cindy; madeleine: maddie; madison: maddie',
  'marcus: marc mark; margaret: maggie meg peggy marge greta daisy rita maisie madge mags; marjorie: marge margie',
  'martha: marty; martin: marty; mary: molly polly mamie; matilda: tilly mattie; matthew: matt; maximilian: max',
  'maxwell: max; melanie: mel; melissa: mel missy lissa; michael: mike mikey mick mickey; michelle: shelly',
  'mildred: millie; millicent: millie; mitchell: mitch; mohammed: mo; montgomery: monty; nancy: nan; natalie: nat',
  'natasha: tasha; nathan: nate nat; nathaniel: nate nat nathan; nicholas: nick nicky nico; nicole: nicky nikki',
  'oliver: ollie; olivia: liv livvy; oscar: ozzie; padraig: paddy; pamela: pam; patricia: pat patty trish tricia',
  'patrick: pat paddy rick; penelope: penny; percival: percy; peter: pete; philip: phil pip; philippa: pip pippa',
  'phillip: phil; priscilla: cilla; rachel: rach; randall: randy; raymond: ray; rebecca: becky becca',
  'reginald: reg reggie; richard: rick dick rich ricky richie; robert: rob bob bobby robbie bert; roberta: bobbie',
  'rodney: rod; roger: rodge; ronald: ron ronnie; rosalind: ros roz; rosemary: rose rosie romy; russell: russ',
  'samantha: sam sammy; samuel: sam sammy; sarah: sally sadie; sebastian: seb bastian; sharon: shari; siobhan: shiv',
  'solomon: sol; sophia: sophie; stanley: stan; stephanie: steph; stephen: steve; steven: steve; stuart: stu stew',
  'susan: sue susie suzy; susannah: sue susie; sylvester: sly; terence: terry; teresa: terry tess tessa',
  'thaddeus: tad thad; theodora: thea; theodore: ted teddy theo; theresa: terry tess tessa; thomas: tom tommy',
  'timothy: tim; tobias: toby; valerie: val; veronica: ronnie vera; victor: vic; victoria: vicky tori',
  'vincent: vince vinny; virginia: ginny; walter: walt wally; wilfred: wilf fred; wilhelmina: minnie',
  'william: will bill billy willy liam; winifred: winnie; winston: win; zachary: zach zack',
  // Spanish and Portuguese
  'adolfo: fito; alberto: beto tito; alejandra: ale sandra; alejandro: ale alex; alfonso: poncho; angeles: angelines',
  'antonio: tono toni tony toninho to tonino nino toze; asuncion: asun; beatriz: bea bia; carlos: cadu charly',
  'carmen: menchu; catalina: cata; catarina: cata; concepcion: concha conchita; consuelo: chelo; cristina: cris',
  'daniel: dani; dolores: lola; eduardo: edu lalo dudu; enrique: quique kike; ernesto: neto; federico: fede',
  'felipe: lipe; fernanda: fer nanda; fernando: fer nando; francisca: paca paquita chica',
  'francisco: paco pancho kiko curro quico chico xico patxi; gabriel: gabi; gilberto: beto; graciela: chela',
  'guadalupe: lupe lupita; guillermo: guille memo; gustavo: guga guto; humberto: beto; ignacio: nacho inaki',
  'isabel: isa chabela bela; javier: javi; jesus: chuy chucho; joaquim: quim; joaquin: quino; jorge: coque',
  'jose: pepe ze chema zeca; josefa: pepa; leticia: lety; luis: lucho; manuel: manolo manu manny manel; marcelo: chelo',
  'maria: ma mari majo; mercedes: merche; montserrat: montse; nicolas: nico; norberto: beto; patricia: patri',
  'pilar: pili; rafael: rafa; ramon: moncho; roberto: beto bob bobby rob; rodolfo: fito; rosario: charo',
  'salvador: chava; santiago: santi; sebastian: seba sebas; sergio: checo; teresa: tere; valeria: vale',
  'vicente: chente; xavier: xavi',
  // Italian
  'alessandra: sandra ale; alessandro: sandro ale alex; caterina: rina; domenico: mimmo; elisabetta: betta elisa',
  'emanuele: lele; ferdinando: nando; filippo: pippo; francesca: franca fran cesca; francesco: franco checco',
  'gabriele: lele; gianluca: luca; giovanna: gianna vanna; giovanni: gianni vanni nanni giambattista',
  'giuseppe: beppe peppe pino; giuseppina: pina; lorenzo: renzo; luigi: gigi; luigina: gigi; margherita: rita',
  'massimiliano: max massimo; matteo: teo; michele: lele; pierluigi: gigi luigi; pietro: piero; raffaele: lele',
  'riccardo: ricky; salvatore: turi toto; umberto: berto; vincenzo: enzo',
  // German and Dutch
  'adrianus: ad adri; alois: luis; andreas: andi andy; antonius: ton toon anton; bartholomeus: bart; benjamin: benni',
  'bernhard: bernd; brigitte: gitte gitti; catharina: rina toos; christian: chris; christina: tina; christoph: chris',
  'constanze: stanzi; cornelia: corrie cor conny nel; cornelis: kees cor; dietrich: dieter; dorothea: thea dora',
  'elisabeth: els betje liesbeth lies lisbeth lisbet elsbeth liesl elli sissi lise bettan liz lisa beth',
  'franciscus: frans; franziska: franzi; friedrich: fritz; gabriele: gabi; geertruida: truus; gerardus: gerard geert',
  'gerhard: gerd; gijsbert: gijs; godelieve: lieve; heinrich: heinz heini; helene: lena leni; hendrik: henk rik',
  'hildegard: hilde; hubertus: huub bert; ingeborg: inge; jacobus: jaap koos; johann: hans hannes',
  'johanna: jo joke hanna hanneke; johannes: hans hannes johann jan johan joop; josef: sepp pepa; karl: kalle',
  'katharina: kathi kati katja; lambertus: bert; leopold: poldi; ludwig: lutz; magdalena: lena leni magda',
  'manfred: manni; margarete: grete greta; margaretha: greet; maria: mia ria marijke mieke; matthias: matze',
  'matthijs: thijs; maximilian: max; michael: michi; nicolaas: klaas nico; nikolaus: klaus niko; petronella: nel petra',
  'petrus: piet peter; pieter: piet; rudolf: rudi; sabine: bine; sebastian: basti; siegfried: siggi; stefan: steff',
  'stefanie: steffi; susanne: susi sanne; theodorus: theo dorus; theresa: resi; ulrich: uli ulli; ulrike: uli rike',
  'ursula: uschi ursel ulla; veronika: vroni; wilhelm: willi wim willy; wilhelmina: mina wil mien',
  'wilhelmus: wim willem; willem: wim bill',
  // French
  'alexandra: alex; alexandre: alex; antoine: toine tony; benoit: ben; catherine: cathy; christophe: chris',
  'dominique: dom; elisabeth: babette lise; emmanuel: manu; emmanuelle: manu; frederic: fred; frederique: fred',
  'gregoire: greg; guillaume: guigui; isabelle: isa; marguerite: margot; mathieu: mat matt; matthieu: mat matt',
  'nicolas: nico nick; philippe: phil; sebastien: seb; stephane: steph; stephanie: fanny; valerie: val',
  'veronique: vero',
  // Scandinavian
  'birgitta: gitta; birgitte: gitte; fredrik: fredde; gudmundur: gummi; gustav: gosta; joakim: jocke; johan: jocke',
  'kristina: stina kicki; kristoffer: stoffer kris; lars: lasse; magnus: mange; margareta: greta maggan',
  'margrethe: grethe grete; mikael: micke; nils: nisse; olof: olle; per: pelle; sigridur: sigga; sigurdur: siggi',
  'stefan: stebbi; tobias: tobbe; ulf: uffe',
  // Polish, Czech, Hungarian, Romanian and Baltic
  'agnes: agi; agnieszka: aga; aleksander: olek alek alex; aleksandra: ola alex sasha shura; alexandru: sandu alex',
  'andras: bandi; andrzej: jedrek; anna: ania anka anya; antoni: antek tolek; antonin: tonda; arkadiusz: arek',
  'barbara: basia; bartlomiej: bartek; bartosz: bartek; boguslaw: bogus; constantin: costel costi; dariusz: darek',
  'elzbieta: ela; erzsebet: erzsi bozsi zsoka; ewa: ewka; ferenc: feri; frantisek: franta; gheorghe: gigi ghita gica',
  'grzegorz: grzesiek greg; gyorgy: gyuri; henryk: heniek; ioan: nelu; ireneusz: irek; istvan: pista isti',
  'jadwiga: jadzia; jakub: kuba; jan: janek honza jenda; jaroslav: jarda; jaroslaw: jarek; jerzy: jurek; jiri: jirka',
  'joanna: asia joasia; jozef: jozek; jozsef: joska jozsi; katalin: kati kata; katarzyna: kasia; katerina: katka katia',
  'kazimieras: kazys; kazimierz: kazik; krystyna: krysia; krzysztof: krzysiek krzys chris; laszlo: laci; lukas: luky',
  'malgorzata: gosia malgosia; mieczyslaw: mietek; mihaly: misi; miroslav: mirek; ondrej: ondra; piotr: piotrek peter',
  'przemyslaw: przemek; radoslaw: radek; sandor: sanyi; slawomir: slawek; stanislaw: staszek stan; stefan: fane',
  'szymon: szymek; tadeusz: tadek; tereza: terka; tomas: tom tomasek; tomasz: tomek tom; vaclav: vasek; vojtech: vojta',
  'vytautas: vytas; waldemar: waldek; wladyslaw: wladek; wojciech: wojtek; zbigniew: zbyszek; zofia: zosia',
  'zsuzsanna: zsuzsa zsuzsi; zuzana: zuzka',
  // Russian and Ukrainian
  'aleksandr: sasha shura sanya alex; aleksei: alyosha lyosha alex oleksii; alexander: sasha shura; alexandra: shura',
  'anastasia: nastya asya; anatoli: tolya; andrei: andrii; arkadi: arkasha; artyom: tyoma; boris: borya; daria: dasha',
  'dmitri: dima mitya dmytro; ekaterina: katya kate kateryna katerina; elena: lena alyona olena; elizaveta: liza',
  'evgeni: zhenya yevhen; evgenia: zhenya yevheniia; fyodor: fedya; galina: galya halyna; gennadi: gena; georgi: gosha',
  'grigori: grisha hryhorii; igor: ihor; irina: ira iryna; ivan: vanya; konstantin: kostya kostiantyn kostyantin',
  'ksenia: ksyusha; leonid: lyonya; lyudmila: lyuda liudmyla; maksim: max maks; maksym: max maks; maria: masha',
  'mikhail: misha mykhailo; nadezhda: nadya; natalia: natasha nata nataliia; nikolai: kolya mykola; oleg: oleh',
  'oleksandr: sasha alex; oleksandra: sasha lesya; olga: olya; pavel: pasha pavlo; pyotr: petya petro petr petar',
  'raisa: raya; semyon: syoma; sergei: seryozha serhii; sofia: sonya sofya; stanislav: stas; stepan: styopa',
  'svetlana: sveta svitlana; tatiana: tanya tetiana; valentina: valya; valeri: valera; vasili: vasyl',
  'viktor: vitya victor; viktoria: vika victoria; vitali: vitalik; vladimir: volodya vova vlad volodymyr',
  'vladislav: vlad; vyacheslav: slava; yaroslav: slava; yulia: yulya julia iuliia yuliya; yuri: yura yury yuriy iurii',
  'zinaida: zina',
  // Greek and South Slavic
  'aikaterini: katerina katia; aleksandar: aca sasha; anastasios: tasos; apostolos: tolis',
  'athanasios: thanasis thanos nasos; charalampos: babis haris; christos: chris; dimitar: mitko dimitr',
  'dimitrios: dimitris jim; eleni: helen elena; emmanouil: manolis; evangelos: vangelis',
  'georgios: giorgos george yiorgos yorgos; ioanna: joanna; ioannis: giannis yannis john; ivana: iva; josip: joso joza',
  'konstantina: dina; konstantinos: kostas; michail: michalis; nikolaos: nikos; panagiota: giota',
  'panagiotis: panos takis; paraskevi: voula; petar: pero; sotirios: sotiris; spyridon: spyros; stjepan: stipe',
  'stylianos: stelios; theodora: dora thea; theodoros: thodoris; vasileios: vasilis vassilis; vladimir: vlado',
  'zvonimir: zvone',
  // Arabic, Hebrew and Indian
  'abdelrahman: abdo; abhishek: abhi; aditya: adi; ahmed: ahmad; avraham: avi; binyamin: benny; david: dudi',
  'hussein: hossein husain; khaled: khalid; mohammed: mo mohamed mohammad muhammad moe mohd; mordechai: moti',
  'moshe: moishe; netanel: nati; priyanka: priya; rajendra: raj; rajesh: raj; rajiv: raj; shlomo: shlomi',
  'shmuel: shmulik; siddharth: sid; srinivas: srini; subramaniam: subbu mani; venkata: venkat; venkatesh: venky venkat',
  'vikram: vik vicky; yaakov: kobi; yehonatan: yoni jonathan; yitzhak: itzik; yonatan: yoni jonathan; yosef: yossi',
  'yusuf: youssef yousef youcef joseph',
  // West African
  'adebayo: bayo; ayodele: dele; babajide: jide; babatunde: tunde; chinonso: nonso; chukwudi: chudi',
  'chukwuemeka: emeka; folasade: sade; ikechukwu: ike; obinna: obi; olumide: mide; oluwaseun: seun; oluwatobi: tobi',
  'oluwatosin: tosin; temitope: tope temi; uchechukwu: uche',
].join('; ');

/** The names that a nickname may be short for, by nickname. All are results of `respell`. */
const namesByNickname = new Map<string, Set<string>>();
for (const [name = '', nicknames = ''] of givenNames.split('; ').map((entry) => entry.split(': '))) {
  for (const nickname of nicknames.split(' ').map(respell)) {
    namesByNickname.set(nickname, (namesByNickname.get(nickname) ?? new Set<string>()).add(respell(name)));
  }
}
const fullNames = new Set([...namesByNickname.values()].flatMap((names) => [...names]));

/** Expects the result of `respell`. */
export const isGivenName = (word: string): boolean => namesByNickname.has(word) || fullNames.has(word);

/**
 * Whether one of two different given names is a nickname of the other, or both are nicknames of one name. Expects results
 * of `respell`; other spellings may not be found.
 */
export function isSameGivenName(a: string, b: string): boolean {
  const namesOfA = namesByNickname.get(a);
  const namesOfB = namesByNickname.get(b);
  if (namesOfA?.has(b) || namesOfB?.has(a)) return true;
  if (isSameBeginning(a, b) && (isShortForm(a, b) || isShortForm(b, a))) return true;
  return namesOfA !== undefined && namesOfB !== undefined && [...namesOfA].some((name) => namesOfB.has(name));
}

const hypocoristicEnding = /(?<=.{3})(?:ie|[aeiouy])$/;
/** What a name adds to another one of its own, or a surname to a given name: `Paulina`, `Evans`, `Anderson`. */
const otherName =
  /^(?:.|[in]?[an]a|in[ae]|i[ae]|ell?[ae]|ett[ae]|s?s?on|s?sen|[oe]va?|ez|escu|[iy]an|i[ck]|enko|sk[aiy]|oglu)$/;
const masculine = /(?:[ou]s?|an|av|e[rlv]|ar)$/;
/** Each syllable of a Chinese given name is a name, too. */
const syllable = '(?:[zcs]h|[b-df-hj-np-tw-z])?[aeiou]{1,3}(?:ng?)?';
const oneSyllable = new RegExp(`^${syllable}$`);
const syllables = new RegExp(`^(?:${syllable})+$`);

const isSameBeginning = (a: string, b: string) =>
  a.charCodeAt(0) === b.charCodeAt(0) && a.charCodeAt(1) === b.charCodeAt(1) && a.charCodeAt(2) === b.charCodeAt(2);

/** Whether an unknown given name is short for a name that begins alike: `Gui` for `Guilherme`, `Franci` for `Francesca`. */
function isShortForm(short: string, long: string): boolean {
  if (short.length < 3 || short.length >= long.length) return false;
  const stem = short.replace(hypocoristicEnding, '');
  if (!long.startsWith(stem) || isGivenName(short)) return false;
  if (
    long.startsWith(short)
      ? otherName.test(long.slice(short.length)) && !/[iy]$/.test(short)
      : long.length < short.length + 2
  )
    return false;
  if (short.endsWith('a') && masculine.test(long)) return false;
  return !(oneSyllable.test(short) && syllables.test(long));
}
