-- Said once, on the leader: sudo -u postgres psql -f pitpost.sql
create role pitpost login password 'change-me-as-well';
create database pitpost owner pitpost;
