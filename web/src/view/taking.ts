/** What an answer needs when something of it is taken along, loaded then. */
export { DESK } from '../draft/desk-words';
export { excerptOfSentence, excerptOfText } from '../draft/excerpt';
export { describeCitation, describeDoubt } from './citing';
