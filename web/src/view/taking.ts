/** What an answer needs when something of it is taken along, loaded then. */
export { DESK } from '../draft/desk-words';
export { excerptOfSentence, excerptOfText, markdownOfText } from '../draft/excerpt';
export { leavePlace, placeIn } from '../draft/inserting';
export { copyRich } from '../markdown/plain';
export { describeCitation, describeDoubt, describeSource } from './citing';
