-- The article with what a person has corrected of its passages; null where nothing is.
alter table regulation_articles add column corrected text;
