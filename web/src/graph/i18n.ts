/** The words of the graph, loaded with it. */
import { graph as en } from '../text/en/graph';
import { graph as ko } from '../text/ko/graph';

export const GRAPH_MESSAGES = { en, ko };
