/** The words of comments, loaded with the margin. */
import { comments as en } from '../text/en/comments';
import { comments as ko } from '../text/ko/comments';

export const COMMENTS = { en, ko };
