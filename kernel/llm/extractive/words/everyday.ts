/** As in `related.ts`, groups by lines and bars: how people ask beside how documents say it, by field. */
export const EVERYDAY = `
write wrote written publish published publication|tell told inform informed advise advised notify notified notice
warn warned warning caution cautioned alert alerted|order ordered command commanded instruct instructed direct directed
promise promised pledge pledged vow vowed commit committed commitment undertake undertook
claim claimed allege alleged assert asserted argue argued contend contended maintain maintained
admit admitted confess confessed acknowledge acknowledged concede conceded|praise praised commend commended compliment complimented
blame blamed accuse accused fault criticise criticised criticize criticized
complain complained complaint grievance grievances dispute disputes|mention mentioned refer referred cite cited name named
explain explained clarify clarified account|discuss discussed debate debated talk talked|argue argued quarrel quarrelled argument
shout shouted cry cried yell yelled exclaim exclaimed scream screamed|whisper whispered murmur murmured mutter muttered
call called summon summoned invite invited|beg begged plead pleaded implore implored entreat entreated|thank thanked grateful gratitude
decide decided decision determine determined resolve resolved conclude concluded
plan planned intend intended propose proposed schedule scheduled
hope hoped expect expected anticipate anticipated forecast projected predict predicted
guess guessed suppose supposed assume assumed suspect suspected|doubt doubted uncertain unsure
notice noticed observe observed spot spotted detect detected
realise realised realize realized understand understood recognise recognised recognize recognized
remember remembered recall recalled reminder|forget forgot forgotten overlook overlooked
like liked enjoy enjoyed love loved prefer preferred favourite favorite|hate hated dislike disliked detest detested loathe
fear feared afraid scared frightened terrified dread|worry worried concern concerned anxious anxiety
angry anger furious rage annoyed exasperated cross|happy glad pleased delighted joyful cheerful content
sad unhappy sorrowful sorrow grief miserable mourn|surprised surprise astonished amazed astonishment
tired weary exhausted fatigue exhaustion|clever wise smart intelligent cunning|stupid foolish silly|brave courageous bold courage
rich wealthy wealth|poor poverty needy|beautiful pretty handsome lovely fair|ugly hideous|strong powerful mighty strength
weak feeble weakness|famous well-known renowned celebrated noted|strange odd peculiar unusual curious|alone lonely solitary
dead deceased late|sick ill unwell ailing sickness|mad crazy insane|rude impolite|quiet silent calm silence|loud noisy noise
wet damp moist moisture humid humidity|dry arid|hot warm heat heated temperature|cold cool chilled frozen temperature
dark darkness gloomy|bright light lit|clean cleaned wash washed cleaning|dirty filthy soiled contaminated|empty vacant
full filled complete|new recent latest modern|old ancient former previous|early earlier sooner advance|late later delayed overdue delay
wrong incorrect false erroneous mistaken|right correct proper accurate|true real genuine actual|same identical equal
different distinct differ differs difference various|important essential crucial key vital significant main
main principal primary chief major core|special particular specific|enough sufficient adequate|extra additional further supplementary
free complimentary charge|open opened opens opening|close closed closes shut closing
stay stayed remain remained lodge lodged accommodation|sleep slept asleep bed|wake woke awake awoke|stand stood|sit sat seated seat
walk walked stroll strolled march marched foot|run ran rush rushed hurry hurried|jump jumped leap leaped leapt
climb climbed ascend ascended|fall fell tumble tumbled|swim swam|hide hid hidden conceal concealed|escape escaped flee fled
follow followed pursue pursued chase chased|arrive arrived reach reached come came arrival|leave left depart departed departure
enter entered entry admission admitted|return returned back|travel travelled traveled journey trip voyage|visit visited tour
carry carried bear bore transport transported convey|bring brought fetch fetched deliver delivered
throw threw thrown toss tossed cast hurl|catch caught capture captured seize seized trap|hold held grip clutch
pull pulled drag dragged draw drew|push pushed shove press pressed|lift lifted raise raised hoist|drop dropped let
break broke broken smash smashed shatter shattered fracture crack|cut chop chopped slice sliced|burn burned burnt fire flame|dig dug
plant planted sow sowed grow|cook cooked boil boiled bake baked fry fried roast prepare|feed fed|taste tasted flavour flavor
smell smelled scent odour odor|hear heard listen listened sound|look looked glance gaze stare appearance|touch touched feel felt
wear wore worn dressed clothed clothing|marry married wed wedding|bear born birth birthplace native|raise raised brought upbringing
teach taught tutor tutored instruct instructed lesson lessons|learn learned learnt study studied taught
school education schooling educated|graduate graduated degree diploma|university college|exam exams test tests examination assessment
grade grades mark marks score|class course lesson|training trained train|win won beat defeated victory triumph|lose lost defeat
play played perform performed|sing sang song|paint painted painter painting|draw drew drawing sketch|film filmed shoot shot
direct directed director|star starred starring cast|compose composed composer|invent invented devise devised design designed
design designed designer architect|build built construct erected erect|repair repaired mend mended maintenance|maintain maintained maintenance service serviced|pupil pupils student students
clean cleaned cleaning disinfect|measure measured measurement|weigh weighed weight|count counted number
calculate calculated compute computed estimate estimated|compare compared comparison
test tested trial experiment evaluate evaluated evaluation|find found discover discovered identify identified locate
search searched seek sought look|research study investigation investigate investigated survey
cause caused causes lead led trigger triggered due result|effect effects impact consequence consequences outcome result affect affected
improve improved better enhance enhanced improvement|worsen worsened deteriorate worse
change changed alter altered modify modified amend amended amendment|keep kept retain retained store stored preserve preserved
throw discard discarded dispose disposed disposal|share shared divide divided split
join joined connect connected attach attached link linked|separate separated divide divided|mix mixed combine combined blend
add added include included addition|take took remove removed withdraw withdrew|swap exchange exchanged trade traded
borrow borrowed loan lend lent|owe owed owes debt debts liable|pay paid settle settled payment payments|tax taxes taxation
fine fines penalty penalties fined sanction|bill invoice invoices|refund refunded reimburse reimbursed reimbursement
discount reduction rebate|price prices cost fare fee rate|donate donated donation contribute contributed contribution
invest invested investment|save saved savings|spend spent expenditure expenses outlay|earn earned income wages salary paid
budget funding allocation allocated|bank lender|insurance insured insurer coverage policy|contract agreement|sign signed signature
cancel cancelled canceled cancellation terminate terminated termination revoke revoked|renew renewed renewal
apply applied application applicant|register registered registration enrol enroll sign|book booked reserve reserved reservation booking
appointment meeting|meeting meet met conference gathering|vote voted ballot poll|government authorities administration
police officer officers|judge court|jail prison imprisoned imprisonment|arrest arrested detained custody|guilty convicted conviction
crime offence offense criminal|thief robber stole robbed robbery|victim victims|war conflict battle|army troops forces military
weapon weapons arms gun guns|bomb bombed bombing explosion exploded blast|peace truce ceasefire|king ruler monarch|queen princess
boss manager supervisor|worker workers employees labour labor|colleague coworker|customer customers client clients buyer consumer
owner owners landlord proprietor|tenant renter lessee|guest guests visitor visitors|neighbour neighbor|meet met encounter encounters encountered|friend friends companion
enemy foe rival opponent|boy lad youth|girl maiden|man men gentleman|woman women lady|parent parents guardian guardians
son daughter child children|relative relatives family kin|passenger passengers traveller|driver drivers motorist
doctor physician gp clinician|nurse nurses nursing|patient patients|hospital clinic|medicine drug drugs medication tablet tablets pill
dose dosage|cancer tumour tumor|growth lump|ache pain sore|fever temperature|infection infected germs bacteria
vaccine vaccination immunisation immunization jab|pregnant pregnancy expecting|breathe breathing breath|heart cardiac
diet eating nutrition|weight obese obesity overweight|exercise activity workout|alcohol drinking|smoke smoking tobacco cigarettes
house home dwelling residence|room chamber|flat apartment|building premises facility|place site location venue spot
area region zone district|street road|river stream|sea ocean|lake pond pool|hill mountain|forest wood woods|field meadow
farm farmer agriculture|animal animals creature beast|weather climate|rain rainfall precipitation|storm hurricane cyclone tornado
flood flooding flooded|earthquake quake seismic|power electricity energy|fuel gas petrol diesel|battery batteries charge
machine device equipment appliance|computer pc laptop|screen display monitor|button key switch|password credentials login
website site page web|internet online web|file document|program software application app|bug error defect|version release
install installed setup installation|delete remove erase|backup copy|update upgrade updated|speed fast rate velocity
size large dimensions area|amount quantity volume|length long|distance far|weight heavy|age old years|half 50|twice double
rise increase grew growth climbed|drop decrease fell decline dropped|peak highest maximum top|bottom lowest minimum|begin start onset
end finish expiry|often frequency frequently regularly|always every|rarely seldom|before prior previously|after following subsequently
during throughout|about approximately|besides also|must shall obliged mandatory compulsory|can able may possible
cannot unable prohibited|right entitled entitlement|duty obligation responsibility responsible|rule regulation requirement
law legislation act|document documents record records paperwork|form application|card licence license permit|proof evidence
copy duplicate|letter mail correspondence|message note|news report|book volume|story tale|author writer|chapter section
title name heading|picture image illustration|colour color coloured colored|shape form|material made|wood wooden timber|metal iron steel
stone rock|gold golden|money funds cash|job position post role occupation|hobby interest pastime|game match|team squad
prize award trophy medal|holiday vacation leave|party celebration|gift present|food meal dish|breakfast lunch dinner supper
drink beverage|bread loaf|meat beef pork|clothes garments|shoe shoes boots|box container case|bag sack|road route path way
door gate entrance|exit emergency evacuation|floor storey level|stairs steps|lift elevator|parking park parked|station stop|ticket fare
luggage baggage|border frontier|abroad overseas foreign|language tongue|religion faith church|god divine|soul spirit
magic spell enchanted|witch sorceress|giant ogre|treasure riches|reward rewarded|punish punished punishment
trick tricked deceive deceived cheat|lie lied|secret hidden|reason cause because|advice guidance recommendation tip tips
benefit advantage|problem issue difficulty trouble challenge|solution remedy fix|risk danger hazard threat|accident crash collision
injury wound harm|damage harm|loss lost losses|success succeed succeeded achieve achieved|fail failed failure
chance probability likelihood odds|goal aim target objective|step stage phase|part portion|member members|group team|leader head
private personal confidential|data information|accident incident|supervise supervised oversee oversees oversight
oversee oversaw supervise manage manages managed monitor monitored|represent represents represented represents
belong belongs affiliated affiliation member|consist comprise composed made|surround surrounded|separate apart
feature features characteristic characteristics|handle handles handled manage deal|allow let permits enable enables|stop prevent
turn refuse refused reject rejected declined|accept accepted take|pick picked choose chose select selected
`
