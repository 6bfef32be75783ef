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
  'christopher: chris kit topher; clifford: cliff; constance: connie; cynthia: cindy; daniel: dan danny; danielle: dani',
  'david: dave davy; deborah: deb debbie; denise: dee; dennis: denny; dominic: dom nick; donald: don donnie',
  'dorothy: dot dottie dolly; douglas: doug; edgar: ed eddie; edmund: ed eddie ned ted; edward: ed eddie ned ted teddy',
  'edwin: ed eddie; eleanor: ellie nell nora lenny; elizabeth: liz lizzie beth betty bess eliza libby lisa liza elsie',
  'emily: em emmy millie; emma: em emmy; ernest: ernie; eugene: gene; evelyn: evie; ezekiel: zeke; florence: flo florrie',
  'frances: fran frankie; francis: frank frankie fran; franklin: frank; frederick: fred freddie fritz rick; gabriel: gabe',
  'gabrielle: gabby; geoffrey: geoff; george: georgie; georgina: georgie gina; gerald: gerry jerry; gilbert: gil bert',
  'gregory: greg; gillian: gill jill; gwendolyn: gwen wendy; harold: harry hal; harriet: hattie harry; helen: nell nellie',
  'henrietta: etta hettie hattie; henry: harry hank hal; herbert: herb bert; hubert: hugh bert; isaac: ike zac',
  'isabella: bella izzy belle; isabel: izzy bel; jacob: jake; jacqueline: jackie; james: jim jimmy jamie; janet: jan',
  'jason: jay; jeffrey: jeff; jennifer: jen jenny; jeremiah: jerry; jeremy: jerry jem; jessica: jess jessie',
  'joanna: jo joanne; john: jack johnny jon; jonathan: jon jonny john nathan; joseph: joe joey; josephine: jo josie',
  'joshua: josh; judith: judy; julian: jules; julia: jules julie; katherine: kathy kath kate katie kat kit kitty',
  'kathleen: kathy kath katie; kathryn: kathy kate katie; kenneth: ken kenny; kimberly: kim; kristen: kris; laura: laurie',
  'lawrence: larry laurie; leonard: len lenny leo; leslie: les; lillian: lily lil; louis: lou louie; louise: lou',
  'lucille: lucy; madeleine: maddie; madison: maddie; marcus: marc mark',
  'margaret: maggie meg peggy marge greta daisy rita; marjorie: marge margie; martha: marty; martin: marty',
  'mary: molly polly mamie; matilda: tilly mattie; matthew: matt; maximilian: max; maxwell: max; melanie: mel',
  'melissa: mel missy lissa; michael: mike mikey mick mickey; michelle: shelly; mitchell: mitch; mohammed: mo; nancy: nan',
  'natalie: nat; natasha: tasha; nathan: nate nat; nathaniel: nate nat nathan; nicholas: nick nicky nico',
  'nicole: nicky nikki; oliver: ollie; olivia: liv livvy; oscar: ozzie; pamela: pam; patricia: pat patty trish tricia',
  'patrick: pat paddy rick; penelope: penny; peter: pete; philip: phil pip; phillip: phil; priscilla: cilla; rachel: rach',
  'randall: randy; raymond: ray; rebecca: becky becca; reginald: reg reggie; richard: rick dick rich ricky richie',
  'robert: rob bob bobby robbie bert; roberta: bobbie; rodney: rod; roger: rodge; ronald: ron ronnie; rosalind: ros roz',
  'rosemary: rose rosie romy; russell: russ; samantha: sam sammy; samuel: sam sammy; sarah: sally sadie',
  'sebastian: seb bastian; sharon: shari; solomon: sol; sophia: sophie; stanley: stan; stephanie: steph; stephen: steve',
  'steven: steve; stuart: stu stew; susan: sue susie suzy; susannah: sue susie; sylvester: sly; terence: terry',
  'teresa: terry tess tessa; thaddeus: tad thad; theodore: ted teddy theo; theresa: terry tess tessa; thomas: tom tommy',
  'timothy: tim; tobias: toby; valerie: val; veronica: ronnie vera; victor: vic; victoria: vicky tori',
  'vincent: vince vinny; virginia: ginny; walter: walt wally; wilfred: wilf fred; william: will bill billy willy liam',
  'winifred: winnie; winston: win; zachary: zach zack',
  'elizabeth: betsy lisbeth; philippa: pip pippa; theodora: thea; edith: edie; margaret: maisie madge mags',
  'cordelia: delia; leopold: leo; montgomery: monty; percival: percy; lucinda: lucy cindy; elijah: eli; jedidiah: jed',
  'emmanuel: manny; padraig: paddy; siobhan: shiv; clementine: clem; clement: clem; mildred: millie; millicent: millie',
  'wilhelmina: minnie; isidore: izzy',
  // Spanish and Portuguese
  'alejandra: ale sandra; alejandro: ale alex; antonio: tono toni tony toninho to tonino nino; beatriz: bea bia',
  'catalina: cata; catarina: cata; concepcion: concha conchita; carlos: cadu charly; consuelo: chelo; cristina: cris',
  'daniel: dani; dolores: lola; eduardo: edu lalo dudu; enrique: quique kike; fernanda: fer nanda; fernando: fer nando',
  'francisca: paca paquita chica; francisco: paco pancho kiko curro quico chico; gabriel: gabi; guadalupe: lupe lupita',
  'guillermo: guille memo; ignacio: nacho; isabel: isa chabela; javier: javi; jesus: chuy chucho; joaquin: quino',
  'jose: pepe ze; josefa: pepa; leticia: lety; luis: lucho; manuel: manolo manu; mercedes: merche; montserrat: montse',
  'patricia: patri; rafael: rafa; roberto: beto bob bobby rob; rosario: charo; santiago: santi; federico: fede',
  'gustavo: guga guto; maria: ma mari; nicolas: nico; pilar: pili; sebastian: seba sebas; teresa: tere; valeria: vale',
  'adolfo: fito; alberto: beto tito; alfonso: poncho; angeles: angelines; asuncion: asun; carmen: menchu; ernesto: neto',
  'felipe: lipe; gilberto: beto; graciela: chela; humberto: beto; ignacio: inaki; isabel: bela; joaquim: quim',
  'jorge: coque; jose: chema zeca; manuel: manny manel; maria: majo; marcelo: chelo; norberto: beto; ramon: moncho',
  'rodolfo: fito; salvador: chava; sergio: checo; francisco: xico patxi; antonio: toze; vicente: chente; xavier: xavi',
  // Italian
  'alessandra: sandra ale; alessandro: sandro ale alex; domenico: mimmo; elisabetta: betta elisa; francesca: franca fran',
  'francesco: franco checco; giovanna: gianna vanna; giovanni: gianni vanni; giuseppe: beppe peppe pino; giuseppina: pina',
  'lorenzo: renzo; luigi: gigi; luigina: gigi; pierluigi: gigi luigi; margherita: rita; pietro: piero; massimiliano: max massimo',
  'riccardo: ricky; salvatore: turi toto; vincenzo: enzo',
  'emanuele: lele; gabriele: lele; raffaele: lele; michele: lele; ferdinando: nando; filippo: pippo; francesca: cesca',
  'giovanni: nanni giambattista; gianluca: luca; matteo: teo; umberto: berto; caterina: rina',
  // German and Dutch
  'adrianus: ad adri; alois: luis; andreas: andi andy; antonius: ton toon anton; benjamin: benni; bernhard: bernd',
  'brigitte: gitte gitti; bartholomeus: bart; catharina: rina toos; christian: chris; christoph: chris',
  'cornelia: corrie cor conny nel; cornelis: kees cor; dietrich: dieter',
  'elisabeth: els betje liesbeth lies lisbeth lisbet elsbeth liesl elli sissi lise bettan liz; franciscus: frans',
  'franziska: franzi; friedrich: fritz; gabriele: gabi; gerhard: gerd; gerardus: gerard geert; gijsbert: gijs',
  'godelieve: lieve; heinrich: heinz heini; helene: lena leni; hildegard: hilde; ingeborg: inge; hendrik: henk rik',
  'hubertus: huub bert; jacobus: jaap koos; johann: hans; johanna: jo joke hanna',
  'johannes: hans hannes johann jan johan joop; josef: sepp pepa; karl: kalle; katharina: kathi kati katja',
  'lambertus: bert; ludwig: lutz; magdalena: lena leni magda; margarete: grete greta; manfred: manni; margaretha: greet',
  'maria: mia ria marijke mieke; matthias: matze; matthijs: thijs; maximilian: max; michael: michi; nicolaas: klaas nico',
  'nikolaus: klaus niko; petronella: nel petra; petrus: piet peter; pieter: piet; rudolf: rudi; siegfried: siggi; sebastian: basti',
  'stefan: steff; stefanie: steffi; susanne: susi sanne; theodorus: theo dorus; theresa: resi; ulrich: uli ulli',
  'ulrike: uli rike; ursula: uschi ursel ulla; veronika: vroni; wilhelm: willi wim willy; wilhelmina: mina wil mien',
  'wilhelmus: wim willem; willem: wim bill',
  'christina: tina; dorothea: thea dora; elisabeth: lisa liz beth sissi; johann: hannes; johanna: hanneke',
  'leopold: poldi; sabine: bine; constanze: stanzi; geertruida: truus',
  // French
  'alexandra: alex; alexandre: alex; antoine: toine tony; benoit: ben; catherine: cathy; christophe: chris',
  'emmanuel: manu; emmanuelle: manu; frederic: fred; frederique: fred; gregoire: greg; guillaume: guigui; isabelle: isa',
  'marguerite: margot; mathieu: mat matt; matthieu: mat matt; nicolas: nico nick; philippe: phil; sebastien: seb',
  'stephane: steph; valerie: val; veronique: vero',
  'dominique: dom; elisabeth: babette lise; stephanie: fanny',
  // Scandinavian
  'birgitta: gitta; birgitte: gitte; gudmundur: gummi; fredrik: fredde; gustav: gosta; joakim: jocke; johan: jocke',
  'kristina: stina kicki; kristoffer: stoffer kris; lars: lasse; magnus: mange; margareta: greta maggan',
  'margrethe: grethe grete; mikael: micke; nils: nisse; olof: olle; per: pelle; sigridur: sigga; sigurdur: siggi',
  'stefan: stebbi; tobias: tobbe; ulf: uffe',
  // Polish, Czech, Hungarian, Romanian and Baltic
  'agnieszka: aga; alexandru: sandu alex; aleksander: olek alek alex; aleksandra: ola alex sasha shura; andrzej: jedrek',
  'anna: ania anka anya; barbara: basia; bartlomiej: bartek; bartosz: bartek; elzbieta: ela; erzsebet: erzsi; ewa: ewka',
  'ferenc: feri; constantin: costel costi; frantisek: franta; gheorghe: gigi ghita; grzegorz: grzesiek greg',
  'gyorgy: gyuri; henryk: heniek; istvan: pista isti; jakub: kuba; jan: janek honza; jaroslav: jarda; jerzy: jurek',
  'jiri: jirka; joanna: asia; jozef: jozek; jozsef: joska; kazimierz: kazik; katalin: kati kata; kazimieras: kazys',
  'katarzyna: kasia; katerina: katka katia; krzysztof: krzysiek krzys chris; laszlo: laci; malgorzata: gosia malgosia',
  'miroslav: mirek; piotr: piotrek peter; sandor: sanyi; stanislaw: staszek stan; tadeusz: tadek; tereza: terka',
  'tomas: tom tomasek; tomasz: tomek tom; vaclav: vasek; vytautas: vytas; wojciech: wojtek; zbigniew: zbyszek',
  'zofia: zosia; zsuzsanna: zsuzsa zsuzsi; zuzana: zuzka',
  'agnes: agi; andras: bandi; antoni: antek tolek; antonin: tonda; arkadiusz: arek; boguslaw: bogus; dariusz: darek',
  'erzsebet: bozsi zsoka; gheorghe: gica; ireneusz: irek; ioan: nelu; jadwiga: jadzia; jan: jenda; jaroslaw: jarek',
  'joanna: joasia; jozsef: jozsi; krystyna: krysia; lukas: luky; mieczyslaw: mietek; mihaly: misi; ondrej: ondra',
  'przemyslaw: przemek; radoslaw: radek; slawomir: slawek; stefan: fane; szymon: szymek; vojtech: vojta',
  'waldemar: waldek; wladyslaw: wladek',
  // Russian and Ukrainian
  'aleksandr: sasha shura sanya alex; aleksei: alyosha lyosha alex oleksii; anastasia: nastya asya; daria: dasha',
  'dmitri: dima mitya dmytro; ekaterina: katya kate kateryna katerina; elena: lena alyona olena; elizaveta: liza; evgenia: zhenya yevheniia; evgeni: zhenya yevhen',
  'galina: galya halyna; georgi: gosha; grigori: grisha hryhorii; irina: ira iryna; ivan: vanya; konstantin: kostya kostiantyn kostyantin; ksenia: ksyusha',
  'leonid: lyonya; lyudmila: lyuda liudmyla; maksim: max; maria: masha; mikhail: misha mykhailo; nadezhda: nadya; natalia: natasha nata nataliia',
  'nikolai: kolya mykola; oleksandr: sasha alex; oleksandra: sasha lesya; olga: olya; pavel: pasha pavlo; pyotr: petya petro petr petar',
  'sergei: seryozha serhii; sofia: sonya sofya; stanislav: stas; svetlana: sveta svitlana; tatiana: tanya tetiana; valentina: valya',
  'valeri: valera; viktoria: vika; vladimir: volodya vova vlad volodymyr; vladislav: vlad; vyacheslav: slava; yaroslav: slava',
  'andrei: andrii; igor: ihor; oleg: oleh; vasili: vasyl; yulia: yulya julia iuliia yuliya; yuri: yura yury yuriy iurii; alexander: sasha shura; alexandra: shura',
  'anatoli: tolya; arkadi: arkasha; artyom: tyoma; boris: borya; fyodor: fedya; gennadi: gena; maksym: max maks',
  'maksim: maks; raisa: raya; semyon: syoma; stepan: styopa; viktor: vitya victor; viktoria: vika victoria',
  'vitali: vitalik; zinaida: zina',
  // Greek and South Slavic
  'aikaterini: katerina katia; aleksandar: aca sasha; anastasios: tasos; athanasios: thanasis thanos',
  'charalampos: babis haris; dimitar: mitko dimitr; dimitrios: dimitris; emmanouil: manolis; evangelos: vangelis',
  'georgios: giorgos george yiorgos yorgos; ioannis: giannis yannis john; josip: joso; konstantinos: kostas',
  'michail: michalis; nikolaos: nikos; panagiotis: panos takis; sotirios: sotiris; spyridon: spyros; stylianos: stelios',
  'stjepan: stipe; theodora: dora; theodoros: thodoris; vasileios: vasilis vassilis',
  'apostolos: tolis; athanasios: nasos; christos: chris; dimitrios: jim; eleni: helen elena; ioanna: joanna; ivana: iva',
  'josip: joza; konstantina: dina; panagiota: giota; paraskevi: voula; petar: pero; theodora: thea; vladimir: vlado',
  'zvonimir: zvone',
  // Arabic, Hebrew and Indian
  'abhishek: abhi; aditya: adi; ahmed: ahmad; avraham: avi; binyamin: benny; hussein: hossein husain; khaled: khalid',
  'mohammed: mo mohamed mohammad muhammad; moshe: moishe; rajesh: raj; shlomo: shlomi; siddharth: sid; srinivas: srini',
  'vikram: vik vicky; yusuf: youssef yousef; subramaniam: subbu mani; venkatesh: venky venkat; yaakov: kobi',
  'yitzhak: itzik; yosef: yossi',
  'abdelrahman: abdo; david: dudi; mohammed: moe mohd; mordechai: moti; netanel: nati; priyanka: priya; rajendra: raj',
  'rajiv: raj; shmuel: shmulik; venkata: venkat; yehonatan: yoni jonathan; yonatan: yoni jonathan; yusuf: youcef joseph',
  // West African
  'adebayo: bayo; babatunde: tunde; chukwuemeka: emeka; ikechukwu: ike; obinna: obi; oluwaseun: seun; temitope: tope temi',
  'ayodele: dele; babajide: jide; chinonso: nonso; chukwudi: chudi; folasade: sade; oluwatobi: tobi; oluwatosin: tosin',
  'olumide: mide; uchechukwu: uche',
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
