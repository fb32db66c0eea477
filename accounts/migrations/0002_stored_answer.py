from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [migrations.RenameModel("KeptAnswer", "StoredAnswer")]
