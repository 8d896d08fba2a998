-- The roles of the private server, made by its administrator: the one that the service signs in as, and the one that its statements
-- for one workspace run as (migration 0026). Neither is a superuser.
do $$ begin
    create role stet_service login;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
    create role stet_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
grant stet_app to stet_service;
