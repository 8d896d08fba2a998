//! English words that say the same: another word for what the evidence says is no word that it lacks.
//!
//! Owns the groups, by the keys of their words. A rough aid like its Korean counterpart
//! ([`synonyms`](crate::korean::synonyms)): what stands in one group need not be equal, only so near that a claim is
//! not to be doubted for it. Opposites never share a group.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::text::similarity::word_key;
use stet_text::Script;

/// Groups of words, one a line; forms that a key does not join stand there, too.
const GROUPS: &str = "
employee staff worker personnel
firm company business corporation enterprise
buy bought purchase acquire acquisition
sell sold sale
begin began begun start commence launch initiate
end finish conclude complete completion terminate
show showed shown demonstrate reveal indicate suggest
say said state tell told report mention note claim declare announce
only solely exclusively
help assist aid support assistance
use utilize utilise employ usage
get got obtain receive earn gain acquire
give gave given grant provide award offer supply
make made create produce build built construct construction
need require requirement necessary must
allow permit permission let enable authorize authorise
ask asked request inquire
answer reply respond response
big large huge great vast
small little tiny
important significant crucial key essential vital major
hard difficult tough challenging
easy simple straightforward
fast quick rapid swift speedy
new recent novel latest
old ancient elderly aged
begin beginning onset
switch turn
bear borne pay paid
child children kid minor
man men male
woman women female
person people individual human
boss manager supervisor head chief
director head chief
doctor physician clinician
student pupil learner undergraduate
teacher instructor lecturer professor educator
school university college institute institution
job occupation profession position post role employment
pay paid payment salary wage remuneration compensation
money fund finance funding cash
cost price fee charge expense expenditure
house home residence dwelling
car vehicle automobile
plane aircraft airplane jet
ship vessel boat
road street highway
city town municipality
country nation state
area region district zone territory
place location site venue
government administration authority
law legislation act statute
rule regulation policy guideline
court tribunal judge
lawyer attorney solicitor
police officer cop
kill killed murder slain slay
die died death dead pass passed deceased
hurt injure injury wound
illness disease sickness ill sick disorder condition
medicine drug medication
treat treatment therapy
cure heal recover recovery
test exam examination
study research investigate investigation survey analysis
find found discover detect identify
look search seek sought
see saw seen watch observe view
think thought believe consider regard
know knew known aware
understand understood comprehend grasp
learn learned learnt study
remember recall
try tried attempt effort seek
want wish desire
like enjoy love
hate dislike detest
fear afraid scared worry concern
happy glad pleased delighted
sad unhappy upset
angry furious mad
change alter modify amend revise adjust
move moved relocate shift transfer
leave left depart departure exit quit
arrive arrival reach come came
go went gone travel
return came back
stay remain continue
stop halt cease
keep kept retain maintain preserve
choose chose chosen select pick opt
decide decision determine resolve
plan plans intend intention scheme proposal propose aim
goal aim objective target purpose
try trial
win won victory triumph succeed
lose lost defeat
beat defeat
fight fought battle war conflict combat
attack assault strike struck raid
protect defend safeguard protection
save rescue
danger risk hazard threat
safe secure safety security
problem issue difficulty trouble
mistake error fault
reason cause
result outcome consequence effect
effect impact influence affect
part portion section component
whole entire complete full total
about approximately around roughly nearly
almost nearly
often frequently regularly
usually typically generally normally commonly
always constantly
sometimes occasionally
also additionally furthermore too
however but although though
because since due
before prior previously earlier
after following later subsequently
during while throughout
while whereas
near close nearby adjacent
famous known renowned popular
film movie picture
book novel publication
song track single
album record
singer vocalist musician performer artist
actor star performer
actress star performer
write wrote written author pen
author writer
publish released release issue
appear appearance feature star
play played perform performance
game match
team club side squad
player athlete sportsman
champion winner
prize award honour honor
born birth
marry married marriage wed spouse
husband spouse partner
wife spouse partner
mother parent
father parent
brother sibling
sister sibling
friend companion
enemy opponent rival
member participant
join joined enter enroll enrol
attend attended attendance participate present
meet met meeting gather conference
group organization organisation association body
committee panel board commission council
chair chairman chairwoman president chairperson
vote voted ballot election elect
leader head chief
appoint named nominate designate
replace succeed substitute
resign quit step stepped
fire fired dismiss sack sacked
hire hired recruit employ
open opened opening inaugurate
close closed shut
build building structure
room chamber
door entrance gate
food meal dish
eat ate eaten consume dine
drink drank beverage
water liquid
animal creature
plant vegetation
tree wood forest
weather climate
rain rainfall
hot warm heat
cold cool chilly
increase rise rose risen grow grew grown growth raise climb higher
decrease decline fall fell fallen drop reduce reduction cut lower
improve better enhance improvement boost
worsen worse deteriorate
contain include comprise consist
own possess have belong
hold held
carry carried transport
send sent transmit deliver
bring brought
take took taken
put place placed set
call called name named term dubbed
describe description characterise characterize depict portray
explain explanation clarify
prove proven proof confirm verify
deny denied reject refuse
accept accepted agree approve
agree agreement deal accord pact contract
disagree dispute oppose
criticise criticize criticism critic condemn
praise applaud commend
blame accuse
sue lawsuit litigation
arrest detain custody
crime offence offense criminal
prison jail imprisoned
guilty convicted conviction
punish punishment penalty fine sanction
ban prohibit forbid forbidden bar
illegal unlawful
legal lawful
right entitle entitled entitlement
duty obligation responsibility
responsible accountable
leave vacation holiday
break rest pause
day daily
week weekly
month monthly
year annual yearly annually
date deadline
time period duration term
long length lengthy
short brief
high height tall
wide width broad
deep depth
heavy weight weigh
strong powerful strength
weak feeble
many numerous several multiple various
few several
most majority
more additional further extra
enough sufficient adequate
lack shortage absence
different various distinct differ
same identical equal
similar alike resemble
only solely just
special particular specific
general overall common
public open
private personal
local regional
national nationwide
foreign overseas abroad international
world global worldwide international
main primary principal chief
first initial initially original originally
last final finally
next subsequent following
early earlier
possible potential possibly
likely probably probable
certain sure definite
true real actual genuine
false untrue wrong incorrect
correct accurate right
good great excellent
bad poor terrible
beautiful pretty attractive lovely
rich wealthy affluent
poor impoverished
cheap inexpensive affordable
expensive costly
free complimentary
available accessible
apply application applicant
submit file filed lodge
form document
letter mail email
phone call telephone
computer machine
internet online web website
software program programme application
data information
image picture photo photograph photography
music song
sport athletic
exercise workout
body physical
mind mental
heart cardiac
brain neural
blood circulation
skin dermal
pregnant pregnancy expectant
baby infant newborn
adult grownup
century hundred
ground floor
goods product merchandise item
customer client consumer
market marketplace
trade commerce
tax levy duty
bank lender
loan credit
debt liability
profit earnings gain
income revenue earnings
budget spending
worth value
gather collect collection
divide split separate
join connect link combine merge
remove removed eliminate delete
add addition include
avoid prevent
cause lead led trigger
depend rely
deal handle manage cope
lead led head guide
follow pursue
encourage promote foster
warn warning alert caution
promise pledge vow commit
suffer undergo experience
damage harm destroy
destroy demolish ruin
repair fix
clean wash
cover coverage
hide conceal
expose reveal
search hunt
visit tour trip travel
tourist visitor guest
flight fly flew flown
drive drove driven
walk stroll
run ran
jump leap
sit seated
sleep slept asleep
speak spoke spoken talk
language tongue
speech address talk
discuss discussion talk debate
argue argument debate
news report coverage
newspaper paper press
television tv broadcast
radio broadcast
reimburse reimbursement refund repay repaid
extend extension prolong lengthen
postpone delay defer
cancel revoke rescind withdraw
renew renewal extend
valid effective force
expire lapse end
eligible qualified entitled
mandatory compulsory obligatory required
optional voluntary
advance beforehand prior
consent approval permission authorisation authorization
rent lease tenancy
tenant renter lessee
landlord owner lessor
photograph photography photo
";

/// The groups of each word, and the words of each group.
#[derive(Debug, Default)]
struct Index {
    groups: FxHashMap<u32, Vec<u16>>,
    words: Vec<Vec<u32>>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index::default();
    for (group, line) in (0_u16..).zip(GROUPS.lines().filter(|line| !line.is_empty())) {
        let mut words: Vec<u32> = line.split(' ').map(|word| word_key(word, Script::Latin)).collect();
        words.sort_unstable();
        words.dedup();
        for &key in &words {
            index.groups.entry(key).or_default().push(group);
        }
        index.words.push(words);
    }
    index
});

/// The keys of the words that say the same as the word with this key.
pub(crate) fn rewordings(key: u32) -> impl Iterator<Item = u32> {
    let groups = INDEX.groups.get(&key).into_iter().flatten();
    groups
        .filter_map(|&group| INDEX.words.get(usize::from(group)))
        .flatten()
        .copied()
        .filter(move |&word| word != key)
}

/// Whether a text that `has` words has the word with this key, or another word for it.
pub(crate) fn says_or_rewords(key: u32, has: impl Fn(u32) -> bool) -> bool {
    has(key) || rewordings(key).any(has)
}

/// Words that say little by themselves, and the opposite of which is no word: what a claim has beyond its evidence when it says `the box
/// holds 2 litres` of `a 2-litre box`. Words that a text turns round by them (`keep`, `begin`, `still`) are none of them.
const GENERIC: &str = "hold held make made use place call name know known locate situate find found base contribute mean able possible \
    according also around about approximately roughly usual normal regular certain various several serve provide carry carried need \
    own";

static GENERIC_KEYS: LazyLock<FxHashSet<u32>> =
    LazyLock::new(|| GENERIC.split_ascii_whitespace().map(|word| word_key(word, Script::Latin)).collect());

/// Whether a word says little by itself.
pub(crate) fn is_generic(key: u32) -> bool {
    GENERIC_KEYS.contains(&key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sides::opposites::Named;
    use crate::text::reading::Reading;

    fn are_alike(one: &str, other: &str) -> bool {
        let other = word_key(other, Script::Latin);
        rewordings(word_key(one, Script::Latin)).any(|key| key == other)
    }

    #[test]
    fn words_of_one_group() {
        for (one, other) in [("staff", "employees"), ("purchased", "bought"), ("drug", "medication")] {
            assert!(are_alike(one, other) && are_alike(other, one), "{one} {other}");
        }
        assert!(!are_alike("staff", "students") && !are_alike("library", "museum"));
    }

    #[test]
    fn opposites_share_no_group() {
        let mut found = Vec::new();
        for line in GROUPS.lines() {
            let norm = line.to_owned();
            let named = Named::new(&Reading::new(&norm));
            let opposed = named
                .0
                .iter()
                .find(|one| named.0.iter().any(|other| other.1.0 == one.1.0 && other.1.1 != one.1.1));
            if let Some(opposed) = opposed {
                found.push((line, *opposed));
            }
        }
        assert_eq!(found, []);
    }
}
